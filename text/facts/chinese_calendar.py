"""Chinese dates, times of day and durations, old and new."""

import re
from functools import cache

from lorepack.records import FactKind
from text.facts.candidates import Pattern
from text.facts.chinese import LEAD, MORE, NUMERAL, RANGE
from text.facts.figures import DIGIT

_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_ONES = "〇零○一二三四五六七八九"

_ERAS_LIST = """
建元 元光 元朔 元狩 元鼎 元封 太初 天汉 太始 征和 永平 永元 光和 熹平 建宁 永康 中平 初平 兴平
建安 延康 黄初 太和 青龙 景初 正始 嘉平 甘露 景元 章武 建兴 延熙 景耀 炎兴 黄武 赤乌 太康 元康
永和 贞观 武德 永徽 显庆 神龙 开元 天宝 至德 大历 贞元 元和 长庆 会昌 大中 咸通 乾符 建隆 开宝
太平兴国 雍熙 淳化 至道 咸平 景德 大中祥符 天禧 天圣 明道 景祐 宝元 康定 庆历 皇祐 至和 嘉祐
治平 熙宁 元丰 元祐 绍圣 元符 崇宁 大观 政和 重和 宣和 靖康 建炎 绍兴 隆兴 乾道 淳熙 绍熙 庆元
嘉泰 开禧 嘉定 宝庆 绍定 端平 嘉熙 淳祐 宝祐 景定 咸淳 德祐 至元 大德 至大 泰定 至正 洪武 建文
永乐 洪熙 宣德 正统 景泰 天顺 成化 弘治 正德 嘉靖 隆庆 万历 泰昌 天启 崇祯 天命 天聪 崇德 顺治
康熙 雍正 乾隆 嘉庆 道光 咸丰 同治 光绪 宣统 民国 公元前 公元 西元 昭和 平成 令和 明治 大正
"""
_ERAS = "|".join(_ERAS_LIST.split())
_SEASON_OR_MONTH = r"[春夏秋冬正一二三四五六七八九十闰腊]"
_ERA = (
    rf"(?:{_ERAS}|[\u4e00-\u9fff]{{2}}(?=(?:元|[一二三四五六七八九十]{{1,3}})年{_SEASON_OR_MONTH}))"
)

_MONTH = (
    rf"(?:闰?(?:正|腊|冬|十[一二]|[一二三四五六七八九十]|(?<!{DIGIT}){DIGIT}{{1,2}}) ?月"
    r"(?!亮|色|光|饼|球|季|台|老|下|儿|牙|黑|圆|华|琴|坛))"
)
_DAY = (
    rf"(?:初[一二三四五六七八九十]|(?:二十|三十|廿|卅|十)[一二三四五六七八九]?|"
    rf"[一二三四五六七八九](?=[日号號])|{DIGIT}{{1,2}})(?: ?[日号號])?"
)
_OWN_DAY = rf"(?:初[一二三四五六七八九十]|{NUMERAL} ?[日号號])"
_PART = (
    "(?:凌晨|清晨|大?清早|一清早|拂晓|黎明|天明|天亮|早晨|早上|早间|晨间|上午|晌午|正午|中午|午间|"
    "午后|"
    "下午|傍晚|黄昏|日暮|薄暮|掌灯时分|掌灯|晚上|晚间|夜里|夜间|夜晚|深夜|半夜|午夜|子夜|当晚|当夜|"
    "入夜|一早|夜半|更深)"
)
_NUMBERED_HOUR = rf"(?:{DIGIT}{{1,2}}|[零二三四五六七八九]|二?十[一二三四]?|一(?=点[钟半整]))"
_OF_HOUR = rf"(?:钟|整|半|{NUMERAL}(?:[分刻](?:{NUMERAL}秒)?)?)?"
_CLOCK = (
    rf"(?:{_NUMBERED_HOUR}(?: ?[到至~～-] ?{_NUMBERED_HOUR})? ?"
    rf"[点點]{_OF_HOUR}(?![儿点心头滴水子])|"
    rf"{NUMERAL}时{NUMERAL}分(?:{NUMERAL}秒)?|"
    rf"{DIGIT}{{1,2}}[:：]{DIGIT}{{2}}(?:[:：]{DIGIT}{{2}})?)"
)
_WATCH = (
    r"(?:(?:[寅卯辰巳午申酉戌亥]|(?<![\u4e00-\u9fff])[子丑未])"
    r"(?:时(?![候间常代节])|牌时分|[初正](?=[一二三四刻，。、；]))"
    r"(?:[初正]?[一二三四]刻)?|[初一二三四五]更(?:天|时分|半夜|鼓|[一二三四五]点)?(?![加不换衣动改新多好]))"
)
_NEAR = "[上下这這本]"
_WEEK = "(?:周|週|星期|礼拜|禮拜)"
_RELATIVE = (
    "大前天|大后天|前天|昨[天日夜晚儿晨]|今[天日夜晚儿晨早]|明[天日晚早晨儿]|後天|后天|后日|前日|"
    "前夜|"
    "次[日年晨]|翌[日晨年]|隔[日天年]|同[日年]|当[日天年]|即日|前年|去年|今年|明年|"
    "后年|往年|来年|次年|本月|"
    f"[上下]{{1,3}}[个個]?月|{_NEAR}[个個]月|(?:{_NEAR}{{1,2}}[个個]?|本|每[个個]?){_WEEK}(?:[一二三四五六日天末])?|"
    f"{_WEEK}[一二三四五六日天末1-7]|[上本下][个個]?世纪|[上下]半[年月周天场]|每[年月日天夜晚]|"
    f"[一二三四五六七八九]?十年代|{DIGIT}{{1,2}}世纪(?:{DIGIT}{{2}}年代)?|{DIGIT}{{2}}年代|[上下这這][個个]小时"
)
_RELATIVE_LEAD = (
    "0-9０-９大前昨今明後后次翌隔同当即去往来本上下这這每周週星礼禮一二三四五六七八九十"
)
_FESTIVALS = (
    "除夕|大年(?:初[一二三四五六七八九十]|三十|夜)|元旦节?|元宵节?|上元节|清明节?|端午节?|端阳|七夕|"
    "中元节?|"
    "中秋节?|重阳节?|冬至|腊八节?|小年夜?|春节|新年|立春|雨水|惊蛰|春分|谷雨|立夏|小满|芒种|夏至|"
    "小暑|大暑|"
    "立秋|处暑|白露|秋分|寒露|霜降|立冬|小雪|小寒|大寒|上巳节?|寒食节?|圣诞[节夜]?|平安夜|万圣节|"
    "感恩节|"
    "国庆节?|[五双]一|双十[一二]|(?:劳动|建军|妇女|青年|教师|儿童|光棍|情人|母亲|父亲|女生|元旦|"
    "国庆|植树)节"
)
_FESTIVE_LEAD = (
    "除大元上清端七中重冬腊小春新立雨惊谷夏芒处白秋寒霜圣平万感国五双劳建妇青教儿光情母父女植"
)
_PART_LEAD = "凌清大一拂黎天早晨上晌正中午下傍黄日薄掌晚夜深半子当入更"
_SEASON = (
    "[初早仲盛深暮晚残隆严][春夏秋冬]|[去今明来前当][春夏秋冬]|[春夏秋冬](?:天|日|季|初|末|间|夜)"
)
_OF_MONTH = rf"(?:的?第?{_DAY}(?: ?[到至~～-] ?{_DAY})?|底|初|末|[上中下]旬|间)?"
_OF_YEAR = rf"(?:间|初年?|末年?|中叶|底|[春夏秋冬])?(?: ?的?{_MONTH}{_OF_MONTH})?"
_YEAR = (
    rf"(?:(?<!{DIGIT})(?:{DIGIT}{{4}}|{DIGIT}{{2}})|[{_ONES}]{{4}}|[零〇]{'[' + _ONES + ']'}|"
    rf"[两二]千[零〇]?[{_ONES}十]*(?=年(?:[春夏秋冬]|{_MONTH}))) ?年(?![前后来内间多里代])"
)
_THEN = rf"(?:的?{_PART})?(?: ?{_CLOCK})?"

_SPELLS = (
    "年|天|日(?![子前])|夜|宿|载|旬|[个個]半?(?:月|星期|礼拜|时辰|小时|钟头|世纪|季度|周)|周|週|"
    "星期|礼拜|"
    "时辰|小时|钟头|刻钟|刻(?![薄意苦骨画])|分钟|"
    "秒钟?|世纪|炷香|柱香|盏茶|袋烟|顿饭|季度"
)
_SPELL = rf" ?(?:{_SPELLS})(?:有?半)?"
_AROUND = "(?:之?[前后]|以[前后内]|之[内间]|[来间内](?![了到的]))?"

_PATTERNS = (
    (
        FactKind.DATE,
        rf"(?:{_ERAS})(?:(?:元|{NUMERAL}) ?年{_OF_YEAR}|年间|[初末]年|中叶){_THEN}",
    ),
    (
        FactKind.DATE,
        rf"(?=[农阴阳公夏0-9０-９{_ONES}两])(?:农历|阴历|阳历|公历|夏历)?{_YEAR}{_OF_YEAR}{_THEN}(?:或?之[前后]|以[前后])?",
    ),
    (FactKind.DATE, rf"[{_STEMS}][{_BRANCHES}](?:年(?:{_MONTH}{_OF_MONTH})?|月|日)"),
    (
        FactKind.DATE,
        rf"(?=[农阴闰正腊冬0-9０-９{_ONES}十])(?:农历|阴历)?{_MONTH}{_OF_MONTH}{_THEN}",
    ),
    (FactKind.DATE, rf"初[一二三四五六七八九十]日?|(?<!{DIGIT}){DIGIT}{{1,2}} ?[日号號]{_THEN}"),
    (
        FactKind.DATE,
        rf"(?=[{_RELATIVE_LEAD}])(?:{_RELATIVE})"
        rf"(?: ?的?{_MONTH}{_OF_MONTH}|[初底末]|{_OWN_DAY})?{_THEN}",
    ),
    (
        FactKind.DATE,
        rf"(?=[{_FESTIVE_LEAD}])(?:{_FESTIVALS})(?:前夜|前夕|当天|那天|那日|这日)?{_THEN}",
    ),
    (FactKind.DATE, _SEASON),
    (FactKind.TIME, rf"(?=[{_PART_LEAD}]){_PART}(?: ?(?:{_CLOCK}|[两兩][点點]{_OF_HOUR}))?"),
    (FactKind.TIME, rf"{LEAD}{_CLOCK}"),
    (FactKind.TIME, _WATCH),
    (
        FactKind.DURATION,
        rf"{LEAD}(?:半(?![天夜日])|几|数|{RANGE}){MORE}{_SPELL}"
        rf"(?: ?[又零余]?{NUMERAL}{MORE}{_SPELL})*{_AROUND}",
    ),
)


@cache
def chinese_calendar_patterns() -> tuple[Pattern, ...]:
    """The grammar of Chinese dates and times, compiled at its first use."""
    return tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
