"""Who holds an item, and how it goes from hand to hand."""

import re
from collections.abc import Iterator
from itertools import chain

from story.claims.claim import Claim, ClaimKind
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, FLOW, HAN, PERSON, THING, any_of, bare, matches
from story.claims.telling import Telling

_HEADS = any_of(
    """剑 刀 枪 戟 矛 弓 鞭 斧 匕首 玉佩 佩玉 古玉 宝玉 玉 佩 玺 印 铃 铜铃 符 镜 古镜 图 令牌 令
    钥匙 戒指 镯 镯子 簪 簪子 珠 鼎
    卷轴 兵书 丹 钗 玉环 金锁 锁 帕 手帕 扇 扇子 笛 琴 箫 杖 怀表 项链 耳坠 手札 手稿 账本 账册
    地契 房契 血书 密信 密函 遗诏 玉牌
    虎符 锦囊 秘籍 罗盘 印章 葫芦 拂尘 宝塔 塔 幡 袍 甲 盒 匣 匣子 锦盒 木匣 酒壶 烟斗 日记 铁券
    金牌 腰牌 名册 香囊 荷包 麒麟
    念珠 舍利 木雕 马 砚 砚台 笔 琵琶 斗篷 披风 如意 香炉 画 画轴 书信 诏书 文书 婚书 谱 琴谱 剑谱
    图谱 药方 方子 灯 灯笼 伞 舆图
    海图 令箭 信物 银票 珠子 珊瑚 屏风 瓶 碗 杯 壶 鼓 角 号角 旗 鞍 靴 冠 盔 头盔
    储物戒 纳戒 储物袋 乾坤袋 阵盘 丹炉 硬盘 优盘 合同 支票 圣旨 懿旨"""
)
_NO_ITEM = "(?![鞘柄光气法招架兵客影声痕锋伤口客谱下])"
_ITEM = rf"(?P<item>{THING}|[{HAN}]{{0,6}}?{_HEADS}{{1,3}}{_NO_ITEM})"
_ITEM_AFTER = (
    rf"(?P<item>{THING}|(?:(?!{CLAUSE}{{0,2}}[的了着])[{HAN}]){{0,6}}?{_HEADS}{{1,3}}"
    rf"{_NO_ITEM})"
)
_HANDS_OVER = (
    "(?:交|递|送|赠|赐|给|传|还|卖|让|借|献|输|当|留|塞|抵|寄|转|转交|托|托付|捎|抛|扔|"
    "授|付|分|呈|奉|转赠|归还|进|孝敬|押|许)"
    "(?:给|与|予|到|还|付|送|在|于|进|入)?了?"
)
_PUTS_ON = "(?:亲手|亲自)?(?:系|戴|挂|佩|插|别|塞|披|放)(?:在|到|进|于)"
_GETS = any_of(
    """得到 得了 拿到 夺得 夺过 夺走 夺回 夺去 抢走 抢过 抢去 偷走 盗走 取走 取回 收下 接过 买下
    买了 捡到 拾得 拾到 继承 拿走 收回 讨回
    赎回 要回 找回 拿回 接了 骗走 没收 缴获 赢得 赢来 赢了 讨来 讨了 索回 要走 要了去 借走 借去
    偷去 盗去 摸走 顺走 收走 搜走 搜去 捡了"""
)
_LOSES = any_of(
    """丢了 丢失 遗失 失落 弄丢 失了 摔碎 打碎 砸碎 毁了 毁掉 当掉 当了 卖掉 卖了 烧掉 烧了 烧毁
    折断 扔掉 扔了 熔掉 熔了 典了 典当
    变卖 押了 摔了 砸了 撕了 撕碎 丢在 落在 遗落 沉入 丢弃"""
)
_PARTS_WITH = (
    "(?:典当|变卖|卖|当|押|砸|摔|烧|熔|扔|丢|沉|埋|毁|折|撕|弄丢|投|抛|掷|化|焚)"
    "(?:了|掉|碎|断|毁|进|入|在|到|成|作|去|得)"
)
_USES = (
    "(?:拔|抽|取|掏|拿|摸|亮|祭|握|举|挥|挥舞|提|捧|带|佩|佩戴|戴|背|揣|藏|把玩|擦拭|"
    "抚摸|抚|摇|解|摘|展|展开|敲|骑|翻|系|挂|端详|"
    "摩挲|攥|别|扣|晃|绰|挺|舞|舞动|仗|按|抱|执|持|托|挎|扬|抖|铺|打开|点|吹|弹|使|用|披|"
    "穿|持|倚|横|拄|端|打|擎|撑|拎|捏|抖开|摊|转|拨|打量|掂|护|盯|数|瞧|看)"
    "(?:出了?|着|起|上|下|开|了|过|紧|住|响|亮|定|动|了晃|了摇|来)?"
)
_PLACES = any_of(
    """手中 手里 怀里 怀中 腰间 身上 背上 颈上 颈间 脖子上 胸前 袖中 袖里 头上 腕上 指上 腰上 掌中
    掌心 鞍下 鬓边 鬓上 案头 案上 床头
    枕下 枕边 箱中 箱里 帐中 手上 屋里 房里 房中 膝上 肩上 墙上 壁上 囊中"""
)
_CLASSIFIERS = "把柄条口杆块件颗枚张支道副具个尊只本封面串对匹盏幅卷方领架管"
_OWN = (
    "(?:那|这|自己|随身|腰间|怀里|怀中|袖中|背后|身上|手中|祖传|家传|腰上|自家|心爱|贴身|"
    "一|她|他){0,4}的?(?:那|这|一)?"
    f"[{_CLASSIFIERS}]?"
)
_SHORTLY = f"(?:{CLAUSE}{{0,8}}?，)?{CLAUSE}{{0,8}}?"

_SEVERAL = rf"(?:[两二三四五六七八九十几数]|另一|每一?|各一)[{_CLASSIFIERS}]"

_GRAMMAR = (
    ("several", rf"{_SEVERAL}{_ITEM_AFTER}"),
    (
        "gives",
        rf"(?P<who>{PERSON}){_SHORTLY}[将把]{_OWN}{_ITEM}{FLOW}{{0,10}}?(?:{_HANDS_OVER}|"
        rf"{_PUTS_ON})"
        rf"(?P<other>{PERSON})(?!的?(?:身[旁边侧前后]|[面跟]前|脚[边下]|旁))",
    ),
    (
        "gives",
        rf"(?P<who>{PERSON}){_SHORTLY}(?:送|赠|赐|传|递|还|借|卖|留|给)(?:给|与|予|还)?了?"
        rf"(?P<other>{PERSON}){_OWN}{_ITEM_AFTER}",
    ),
    (
        "gets",
        rf"(?P<who>{PERSON})[从向跟问找](?P<other>{PERSON}){CLAUSE}{{0,6}}?{_GETS}了?{_OWN}"
        rf"{_ITEM_AFTER}",
    ),
    ("gets", rf"(?P<who>{PERSON}){_SHORTLY}{_GETS}了?{_OWN}{_ITEM_AFTER}"),
    (
        "gets",
        rf"{_ITEM}{CLAUSE}{{0,4}}?(?:被|让|叫|给)(?P<who>{PERSON}){CLAUSE}{{0,6}}?"
        "(?:夺|抢|偷|盗|拿|取|收|骗|没收|买|借|要|赢|搜|摸)[走去了回下]",
    ),
    (
        "gets",
        rf"{_ITEM}{FLOW}{{0,10}}?(?:落入|落到|落在|到了|归了|归于|归|传到了?|转到|入了|属于|"
        r"归属|给了|送给了?|交给了?)"
        rf"(?P<who>{PERSON})(?:手|的手|之手|名下|囊中|掌管|所有|了|，|。)",
    ),
    ("loses", rf"(?P<who>{PERSON}){_SHORTLY}{_LOSES}了?{_OWN}{_ITEM_AFTER}"),
    ("loses", rf"(?P<who>{PERSON}){_SHORTLY}[将把]{_OWN}{_ITEM}{FLOW}{{0,8}}?{_PARTS_WITH}"),
    (
        "loses",
        rf"(?P<who>{PERSON})的{_OWN}{_ITEM}{CLAUSE}{{0,4}}?(?:被人?(?:偷|盗|抢|夺|骗)|不见|丢|"
        r"遗失|失踪|失窃)",
    ),
    ("has", rf"(?P<who>{PERSON}){_SHORTLY}{_USES}{_OWN}{_ITEM_AFTER}"),
    (
        "has",
        rf"(?P<who>{PERSON}){CLAUSE}{{0,8}}?{_PLACES}{CLAUSE}{{0,4}}?(?:的|握着|挂着|戴着|佩着|"
        r"别着|揣着|"
        r"拿着|提着|藏着|有|是)?"
        rf"{_OWN}{_ITEM_AFTER}",
    ),
    ("has", rf"{_ITEM}(?:一直|现|如今|仍)?(?:由|归)(?P<who>{PERSON})(?:保管|所有|持有|收着|掌管)"),
    (
        "has",
        rf"{_ITEM}{CLAUSE}{{0,6}}?(?:在|挂在|握在|别在|藏在|揣在|躺在|插在|戴在|悬在|系在|收在|"
        r"留在|放在|压在)"
        rf"(?P<who>{PERSON})的?{_PLACES}",
    ),
)

_THE = r"(?:[Tt]he|an?|his|her|their|that|this|its)"
_ENGLISH_HEADS = any_of(
    """sword dagger knife key ring locket watch map letter amulet pendant crown lantern compass book
    diary pistol coin necklace brooch medal flute violin ledger scroll seal staff stone mirror bell
    chalice whistle cane telescope revolver rifle bracelet casket deed manuscript chart lamp"""
)
_THING_WORDS = rf"(?P<item>{THING}|(?:[a-z]+\s){{0,2}}?{_ENGLISH_HEADS})(?!\w)"
_SEVERAL_THINGS = rf"(?P<item>{THING}|(?:[a-z]+\s){{0,2}}?{_ENGLISH_HEADS})(?=s?\b)"
_DID = r"\s(?:\w+ly\s|had\s|then\s){0,2}"
_ENGLISH = (
    (
        "several",
        rf"\b(?:[Tt]wo|[Tt]hree|[Ff]our|[Ss]everal|[Bb]oth|[Aa]nother|[Oo]ther)\s{_SEVERAL_THINGS}",
    ),
    (
        "gives",
        rf"(?P<who>{PERSON}){_DID}(?:gave|handed|passed|sold|returned|lent|entrusted|surrendered|"
        rf"presented|left|given|pressed|slipped)\s{_THE}\s{_THING_WORDS}\s(?:\w+\s)?"
        rf"(?:to|into|with)\s(?P<other>{PERSON})",
    ),
    (
        "gives",
        rf"(?P<who>{PERSON}){_DID}(?:gave|handed|passed|sold|lent|left|given|sent)\s"
        rf"(?P<other>{PERSON})\s{_THE}\s{_THING_WORDS}",
    ),
    (
        "gets",
        rf"(?P<who>{PERSON}){_DID}(?:took|stole|received|bought|found|inherited|recovered|snatched|"
        rf"seized|got back|won|accepted)\s{_THE}\s{_THING_WORDS}(?:\sfrom\s(?P<other>{PERSON}))?",
    ),
    (
        "loses",
        rf"(?P<who>{PERSON}){_DID}(?:lost|dropped|pawned|destroyed|broke|burned|burnt|threw|flung)"
        rf"\s{_THE}\s{_THING_WORDS}",
    ),
    (
        "has",
        rf"(?P<who>{PERSON}){_DID}(?:drew|wore|raised|swung|held up|lifted|pulled out|took out|"
        r"produced|carried|unsheathed|polished|wound|unfolded|consulted|gripped|clutched|rang|lit|"
        rf"opened|checked|studied|unrolled|brandished)\s(?:out\s)?{_THE}\s{_THING_WORDS}",
    ),
    (
        "has",
        rf"{_THE}\s{_THING_WORDS}\s(?:was|hung|lay|gleamed|rested)\s(?:in|around|on|at|from)\s"
        rf"(?P<who>{PERSON})['’]s\s(?:hand|hands|neck|pocket|belt|finger|side|bag|coat|wrist)",
    ),
)
_UNNAMED = re.compile(
    "^[他她它我你这那其此两几数众各每某何什一二三四五六七八九十百千万许多不又也就便将把与"
    "给之以为是有来去上下大小]|[的了着过]"
)
_SHORTEST_ITEM = 2


def custody(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims that somebody has, gets, gives or loses an item, or that there are several of it."""
    found = [
        _claim(predicate, item, at, marked, telling)
        for predicate, at in matches((*_GRAMMAR, *_ENGLISH), marked, telling)
        if (item := _item(at, marked))
    ]
    several = [claim for claim in found if claim.predicate == "several"]
    return chain(several, _widest([claim for claim in found if claim.predicate != "several"]))


def _widest(claims: list[Claim]) -> Iterator[Claim]:
    """Claims that are no part of what another one says: A took it from B, not B took it."""
    reach, widest = -1, (-1, -1)
    for claim in sorted(claims, key=lambda claim: (claim.start, -claim.end)):
        span = claim.start, claim.end
        if claim.end > reach or span == widest:
            reach, widest = claim.end, span
            yield claim


def _item(found: re.Match[str], marked: Marked) -> str:
    start, end = found.span("item")
    if start in marked.at:
        return marked.at[start]
    words = bare(marked.text[start:end])
    return "" if len(words) < _SHORTEST_ITEM or _UNNAMED.search(words) else words


def _party(role: str, found: re.Match[str], marked: Marked) -> str:
    return marked.who(*found.span(role)) if found.groupdict().get(role) else ""


def _claim(
    predicate: str, item: str, found: re.Match[str], marked: Marked, telling: Telling
) -> Claim:
    start, end = found.span()
    return Claim(
        kind=ClaimKind.CUSTODY,
        subject=item,
        predicate=predicate,
        value=_party("who", found, marked),
        other=_party("other", found, marked),
        mode=telling.mode(start, end),
        start=start,
        end=end,
        text=marked.text[start:end],
    )
