"""Chinese numbers, quantities, money, fractions and ordinals."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern
from text.facts.figures import ARABIC, DIGIT

_ONES = "零〇○一二三四五六七八九"
_LARGER = "十百千万亿廿卅卌萬億"
_PAIR = "两兩倆"
_FORMAL = "壹贰貳叁叄肆伍陆陸柒捌玖"
_FORMAL_LARGER = "拾佰仟"
_ALL = _ONES + _LARGER + _PAIR + _FORMAL + _FORMAL_LARGER

# Runs are bounded and never given back: endless rows of numerals cost linear time.
# 两 counts at the head of a numeral or before a larger unit; after one it is the tael.
_RUN = (
    rf"(?:[{_ONES}{_LARGER}]|(?<![{_ALL}])[{_PAIR}]|[{_PAIR}](?=[百千万亿萬億])|"
    rf"(?<=一)[{_PAIR}](?=[个個天年日月次人句回里步位件声下口三辆把点])|"
    rf"(?<=[十百千万亿萬億]) {{1,2}}(?=[{_ONES}{_LARGER}{_PAIR}])|"
    rf"(?<=[{_ONES}{_PAIR}]) (?=[十百千万亿萬億])|"
    rf"(?<=[{_ONES}十百])兆(?!头)|(?<=[{_LARGER}])佰|(?<=[{_ONES}{_PAIR}])[佰仟]){{1,24}}+"
)
_FORMAL_RUN = (
    rf"[{_ALL}]{{0,24}}(?:[{_FORMAL}][{_FORMAL_LARGER}{_LARGER}]|"
    rf"(?<!收)拾[{_ONES}]?[万萬亿億{_FORMAL}])"
    # Behind a numeral 两 is the tael: 叁仟贰佰两.
    rf"(?:[{_ONES}{_LARGER}{_FORMAL}{_FORMAL_LARGER}]|"
    rf"[{_PAIR}](?=[{_LARGER}{_FORMAL_LARGER}])){{0,24}}+"
)
_TAIL = (
    rf"(?: ?[几幾](?:[百千万亿萬億]+)?|(?<=[十百千万萬]) ?[多余馀餘] ?[万萬亿億]+|"
    rf"(?<=[十百])有[一二三四五六七八九](?![个些位人所名]))?"
    rf"(?:(?: (?=[点點] ?[{_ONES}]))?[点點] ?[{_ONES}]+)?"
)
_WORDS = rf"(?:[几幾数數上](?=[十百千万亿]))?{_RUN}{_TAIL}"
_MIXED = (
    rf"(?<![0-9０-９A-Za-z])(?<!{DIGIT}[:：])(?:{ARABIC})(?!{DIGIT}|[:：]{DIGIT}{{2}})"
    rf"(?:(?: {{0,2}}|[余餘多])[十百千万亿萬億]+"
    rf"(?: ?[零又]?{DIGIT}{{1,12}} ?[十百千万亿萬億]+){{0,8}}[零又]?{DIGIT}{{0,20}})?"
)
NUMERAL = rf"(?:{_MIXED}|{_FORMAL_RUN}{_TAIL}|{_WORDS})"
"""A numeral as Chinese text has it, figures included."""
RANGE = rf"(?:[负負])?{NUMERAL}(?: ?(?:[到至~～—–-]|或者?) ?{NUMERAL})?"
_ABOUT = "多|余|馀|餘|把|几|幾"
# 来 means "or so" after a round number only, and only of what is counted: 李十七来了 is a name.
MORE = f"(?:{_ABOUT}|(?<=[十百千万萬])[来來](?!回(?!合)))?"
_COUNTED_NOUNS = (
    "士兵|军士|官兵|兵马|喽[罗啰]|好汉|汉子|庄客|弟兄|百姓|学生|客人|和尚|女子|男子|孩子|铜钱|"
    "村民|弟子"
)
LEAD = rf"(?=[负負几幾数數半上0-9０-９{_ALL}])"
"""What a numeral can begin with: lets the search pass over all other text."""
_NOT_ONE = rf"(?![一壹半几幾数數上](?![{_ALL}]))"
_SEVERAL_SIGNS = (
    rf"(?=[数數几幾上]?[{_ALL}](?:[{_ALL}几幾多余馀餘]|[点點][{_ONES}])|"
    rf"[{_ALL}] ?[余餘多兆] ?[万萬{_ONES}]|"
    rf"[{_ALL}] [{_LARGER}]|[{_ONES}十百{_FORMAL}]兆|[数數几幾上][十百千万亿]|[负負]?[0-9０-９]|"
    rf"[负負][{_ALL}]|[{_ALL}][到至~～–-][{_ALL}])"
)

_COINS = (
    "(?:两|兩)(?:白银|黄金|纹银|银子|金子|银)?|文钱|文(?![章字书人学官臣武])|贯|吊钱?|缗|"
    "元|圆(?![满圈])|块大洋|块钱|大洋|毛钱?|角钱|分钱|铜板|铜钱|铜元|银元|银两|锭|"
    "美元|美金|[欧日台澳加韩港新]元|英镑|日圆|港币|台币|人民币|卢布|卢比|法郎|马克|比特币|"
    "美分|便士|本銭|本钱(?=[，。]|$)|个比特币|日圓|先令|金币|银币|铜币|灵石|晶石|仙玉"
)
_MEASURES = (
    "公里|里地|里路|里(?![面边头外子])|丈(?!夫|母|人)|尺|寸|步|米(?![饭粥粒])|厘米|毫米|公分|千米|"
    "分米|英里|英尺|英寸|海里|仞|顷|亩|平方米|平米|平方公里|平方千米|立方米|公顷|公斤|斤|千克|毫克|"
    "克(?![服制])|吨|石(?![头榴板])|斗|升|担|磅|盎司|毫升|加仑|摄氏度|华氏度|度(?![过日假])|℃|赫兹|"
    "伏特?|瓦特?|千瓦|匹马力|马力|海拔|字节|比特|周岁|岁|秩"
)
_COUNTERS = (
    "个|箇|個|名|位|人(?![家间生])|口|员|骑|匹|头|只|隻|条|尾|株|棵|朵|枝|支|根|把|柄|杆|张|面|幅|"
    "卷|册|部|本|页|件|套|身|双|雙|对|副|块|枚|颗|粒|滴|片|团|堆|捆|箱|盒|袋|包|瓶|壶|杯|碗|盘|碟|锅|"
    "坛|桶|"
    "缸|船|艘|辆|架|座|栋|幢|间|房|处|所|家|户|门|扇|层|楼|排|队|营|连|师|军|精兵|人马|兵马|道|场|"
    "次|"
    "回|趟|遍|番|桩|宗|起|项|条|款|则|句|首|篇|段|节|章|集|种|类|样|等|级|品|阶|重|转|代|世|股|份|"
    "席|"
    "票|字|行|路|阵|拳|掌|剑|刀|招|式|鞭|箭|枪|炮|发|轮|号|子|女|兄弟|姐妹|姊妹|打(?![听算开])"
)
_ORDERED = (
    f"(?:个?月|{_COUNTERS}|天|日|年|夜|周|星期|季度?|届|任|期|批|版|遍|课|册|梯|组|列|旅|世纪)?"
)

_IDIOMS = (
    "一[起样直定些边面下时旦切般向同并律概致度再味齐经心旁阵把声眼身副种个回头道片场日天刻夜路番]|"
    "一会儿?|一点儿?|一口气|一一|一半|万一|万分|万岁|万物|万事|万民|万般|千万(?![两元里年人亿])|"
    "十分|十足|"
    "千金|千古|千秋|千里迢迢|千[山方]万[水计]|千[言军]万[语马]|千变万化|万里江山|百姓|百般|百官|"
    "百年好合|"
    "四[周处下方面]|四面八方|四海|三思|三番[五两][次番]|两旁|两边|两下|两难|二话|九泉|五官|五脏|"
    "六腑|六神|"
    "七[上手]八[下脚]|七嘴八舌|七零八落|乱七八糟|横七竖八|三三两两|二[则来门]|三[则来]|三心二意|"
    "三长两短|三言两语|两面三刀|"
    "一五一十|不管三七二十一|接二连三|不三不四|丢三落四|颠三倒四|低三下四|五湖四海|五体投地|"
    "八[成仙面]|千篇一律|独一无二|一心一意|三头六臂|六亲|百[无折]|万无一失|九牛一毛|"
    "成千[上成][万百千]|"
    "十全十美|十有八九|百里挑一|零落|零散|凋零|飘零|张三|李四|王二|老[一二三四五六七八九]|"
    "小[一二三四五六七]|"
    "星期[一二三四五六]|礼拜[一二三四五六]|周[一二三四五六](?=[^\u4e00-\u9fff]|$)"
)


_PATTERNS = (
    (None, _IDIOMS),
    (
        FactKind.PERCENT,
        rf"(?=[负負百千万])[负負]?[百千万] {{0,2}}分 ?之 {{0,2}}{NUMERAL}(?: ?[kKＫｋ])?|"
        rf"{LEAD}(?:{NUMERAL} ?又 ?)?[负負]?(?:{NUMERAL}|"
        rf"[{_FORMAL}]) ?分 {{0,2}}之 ?[负負]?(?:{NUMERAL}|[{_FORMAL}])|"
        rf"{LEAD}{RANGE} ?(?:成(?![了为就立熟长功年果人员])"
        rf"(?:半| ?[{_ONES}](?![{_ALL}\u4e00-\u9fff]))?|"
        rf"折(?![磨腾腰断扣回])|倍|[kKｋＫ]? {{0,3}}[個个]? ?百 ?分 ?[点點])|"
        rf"[{_ONES}{_FORMAL}] (?:[点點] )?[{_ONES}] ?[成折](?![了为就立])|[半对對]折|半成(?!品)",
    ),
    (
        FactKind.MONEY,
        rf"{LEAD}(?:半|{RANGE}){MORE} ?(?:{_COINS})"
        rf"(?:[又零]?{NUMERAL}(?:{_COINS}|[角毛分钱]))*(?:整|银子|黄金|白银|纹银)?|"
        rf"人民币 ?{NUMERAL}(?:元|块)?",
    ),
    (
        FactKind.QUANTITY,
        rf"(?:[华摄]氏温度)?{LEAD}(?:零[上下])?(?:半(?![点些])|{RANGE}){MORE} ?(?:{_MEASURES})"
        rf"(?:{NUMERAL}(?:{_MEASURES}))*半?",
    ),
    (FactKind.QUANTITY, rf"{LEAD}{_NOT_ONE}{RANGE}{MORE} ?(?:{_COUNTERS})半?"),
    (FactKind.NUMBER, rf"第 ?{NUMERAL}{_ORDERED}"),
    (
        FactKind.NUMBER,
        rf"{LEAD}{_SEVERAL_SIGNS}{RANGE}(?:{_ABOUT}|(?<=[十百千万萬])[来來](?={_COUNTED_NOUNS}))?",
    ),
    (FactKind.NUMBER, rf"(?<=是)[{_ONES}](?=不是|而是|[，。；！？]|\Z)|半百"),
    (FactKind.NUMBER, rf"(?<![\u4e00-\u9fff])[{_ALL}](?![\u4e00-\u9fff、])"),
)


@cache
def chinese_patterns() -> tuple[Pattern, ...]:
    """The grammar of Chinese numbers, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
