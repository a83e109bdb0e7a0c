"""Who holds an item, and how it goes from hand to hand."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, HAN, PERSON, THING, bare, matches
from story.claims.telling import Telling

_HEADS = (
    "剑|刀|枪|戟|矛|弓|鞭|匕首|玉佩|佩玉|古玉|宝玉|玉|佩|玺|印|铃|铜铃|符|镜|图|令牌|令|钥匙|戒指|镯子?|簪子?|珠|鼎|卷轴|兵书|"
    "丹|钗|玉环|金锁|锁|帕子?|手帕|扇子?|笛|琴|箫|杖|怀表|项链|耳坠|手札|手稿|账本|地契|血书|密信|密函|遗诏|玉牌|虎符|锦囊|秘籍|罗盘|"
    "印章|葫芦|拂尘|宝塔|塔|幡|袍|甲|盒|匣|锦盒|木匣|酒壶|烟斗|日记|铁券|金牌|腰牌|名册|香囊|荷包|麒麟|念珠|舍利|木雕|铜钱剑|马"
)
_ITEM = rf"(?P<item>{THING}|[{HAN}]{{0,6}}?(?:{_HEADS})(?![鞘柄光气法招架兵客]))"
_ITEM_AFTER = rf"(?P<item>{THING}|(?:(?!{CLAUSE}{{0,2}}[的了着])[{HAN}]){{0,6}}?(?:{_HEADS})(?![鞘柄光气法招架兵客]))"
_GIVES = (
    "交给|交与|交到|交还|递给|递与|送给|送与|赠给|赠与|赠予|还给|还与|传给|传与|卖给|付与|交付|托付给|塞给|塞到|塞进|献给|献与|"
    "赐给|赐予|赐与|抵给|转交给?|留给|借给|当给|让给|归还给?|给了|给|输给|转赠|抛给|扔给|送予|授予|授与"
)
_GETS = (
    "得到|得了|拿到|夺得|夺过|夺走|夺回|抢走|抢过|偷走|盗走|取走|取回|收下|接过|买下|买了|捡到|拾得|拾到|继承|拿走|收回|讨回|"
    "赎回|要回|找回|拿回|接了|骗走|没收"
)
_LOSES = "丢|丢失|遗失|失落|弄丢|摔碎|打碎|砸碎|毁掉?|当掉|卖掉|烧掉|烧毁|折断|扔掉|熔掉|葬送|沉入"
_USES = (
    "拔出|抽出|取出|掏出|拿出|摸出|亮出|祭出|握着|握住|握紧|举起|举着|挥舞着?|挥动|挥起|提着|提起|拿着|拿起|捧着|捧出|带着|佩着|"
    "佩戴着?|戴着|背着|揣着|藏着|把玩着?|擦拭着?|抚摸着?|抚着|摇着|摇响|解下|摘下|展开|敲响|骑着|翻开|系着|挂着|端详着?|摩挲着?|"
    "攥着|攥紧|别着|扣着|晃着|晃了晃|绰|挺|舞动|舞|仗着|仗|按着|抱着"
)
_PLACES = "手中|手里|怀里|怀中|腰间|身上|背上|颈上|颈间|脖子上|胸前|袖中|袖里|头上|腕上|指上|腰上|掌中|掌心|鞍下"
_OWN = rf"(?:那|这|自己|随身|腰间|怀里|怀中|袖中|背后|身上|手中|祖传|家传)?(?:的)?(?:那|这|一)?(?:[把柄条口杆块件颗枚张支道副具个尊只本封面串对匹])?"
_ADVERBS = f"{CLAUSE}{{0,6}}?"

_GRAMMAR = (
    ("gives", rf"(?P<who>{PERSON}){_ADVERBS}[将把]{_OWN}{_ITEM}{CLAUSE}{{0,6}}?(?:{_GIVES})了?(?P<other>{PERSON})"),
    ("gives", rf"(?P<who>{PERSON}){_ADVERBS}(?:送|赠|赐|传|递)(?:给|与|予)?了?(?P<other>{PERSON}){_OWN}{_ITEM_AFTER}"),
    ("gets", rf"(?P<who>{PERSON})(?:从(?P<other>{PERSON}){CLAUSE}{{0,6}}?)?{_ADVERBS}(?:{_GETS})了?{_OWN}{_ITEM_AFTER}"),
    ("gets", rf"{_ITEM}(?:就|便|已|又|竟|却)?(?:被|让|叫|给)(?P<who>{PERSON}){CLAUSE}{{0,4}}?(?:夺|抢|偷|盗|拿|取|收|骗|没收|买)[走去了回下]"),
    ("gets", rf"{_ITEM}{CLAUSE}{{0,3}}?(?:落入|落到|落在|到了|归了|归于|传到了?)(?P<who>{PERSON})(?:手|的手|之手|名下|囊中)"),
    ("loses", rf"(?P<who>{PERSON}){_ADVERBS}(?:{_LOSES})了?{_OWN}{_ITEM_AFTER}"),
    ("has", rf"(?P<who>{PERSON}){CLAUSE}{{0,8}}?(?:{_USES}){_OWN}{_ITEM_AFTER}"),
    ("has", rf"(?P<who>{PERSON})(?:的)?(?:{_PLACES})(?:的|握着|挂着|戴着|佩着|别着|揣着|拿着|提着|藏着|有)?{_OWN}{_ITEM_AFTER}"),
    ("has", rf"{_ITEM}(?:一直|现|如今|仍)?(?:由|归)(?P<who>{PERSON})(?:保管|所有|持有|收着|掌管)"),
    ("has", rf"{_ITEM}{CLAUSE}{{0,4}}?(?:在|挂在|握在|别在|藏在|揣在|躺在|插在|戴在|悬在|系在|收在|留在)(?P<who>{PERSON})(?:的)?(?:{_PLACES})"),
)  # fmt: skip

_THE = r"(?:the|a|an|his|her|their|that|this)"
_THING_WORDS = rf"(?P<item>{THING}|(?:[a-z]+\s){{0,2}}?(?:sword|dagger|knife|key|ring|locket|watch|map|letter|amulet|pendant|crown|lantern|compass|book|diary|pistol|coin|necklace|brooch|medal|flute|violin|ledger|scroll|seal|staff|stone|mirror|bell|chalice|whistle|cane|telescope))"
_ENGLISH = (
    ("gives", rf"(?P<who>{PERSON})\s(?:\w+ly\s|had\s)?(?:gave|handed|passed|sold|returned|lent|entrusted|surrendered|presented|left|given)\s"
              rf"{_THE}\s{_THING_WORDS}\s(?:back\s|over\s)?to\s(?P<other>{PERSON})"),
    ("gives", rf"(?P<who>{PERSON})\s(?:\w+ly\s|had\s)?(?:gave|handed|passed|sold|lent|left|given)\s(?P<other>{PERSON})\s{_THE}\s{_THING_WORDS}"),
    ("gets", rf"(?P<who>{PERSON})\s(?:\w+ly\s|had\s)?(?:took|stole|received|bought|found|inherited|recovered|snatched|seized|got back|won)\s"
             rf"{_THE}\s{_THING_WORDS}(?:\sfrom\s(?P<other>{PERSON}))?"),
    ("loses", rf"(?P<who>{PERSON})\s(?:\w+ly\s|had\s)?(?:lost|dropped|pawned|destroyed|broke|burned|burnt)\s{_THE}\s{_THING_WORDS}"),
    ("has", rf"(?P<who>{PERSON})\s(?:\w+ly\s)?(?:drew|wore|raised|swung|held up|lifted|pulled out|took out|produced|carried|unsheathed|"
            rf"polished|wound|unfolded|consulted|gripped|clutched|rang|lit|opened)\s(?:out\s)?{_THE}\s{_THING_WORDS}"),
    ("has", rf"{_THE.replace('the|', 'the|The|')}\s{_THING_WORDS}\s(?:was|hung|lay|gleamed|rested)\s(?:in|around|on|at|from)\s(?P<who>{PERSON})['’]s\s"
            r"(?:hand|hands|neck|pocket|belt|finger|side|bag|coat|wrist)"),
)  # fmt: skip
_UNNAMED = re.compile(
    "^[他她它我你这那其此两几数众各每某何什一二三四五六七八九十百千万许多不又也就便将把与给]|[的了着过]"
)
_SHORTEST_ITEM = 2


def custody(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims that somebody has, gets, gives or loses an item."""
    for predicate, found in matches((*_GRAMMAR, *_ENGLISH), marked, telling):
        item = _item(found, marked)
        if item:
            yield _claim(predicate, item, found, marked, telling)


def _item(found: re.Match[str], marked: Marked) -> str:
    start, end = found.span("item")
    if start in marked.at:
        return marked.at[start]
    words = bare(marked.text[start:end])
    return "" if len(words) < _SHORTEST_ITEM or _UNNAMED.search(words) else words


def _claim(
    predicate: str, item: str, found: re.Match[str], marked: Marked, telling: Telling
) -> Claim:
    start, end = found.span()
    return Claim(
        kind=ClaimKind.CUSTODY,
        subject=item,
        predicate=predicate,
        value=marked.who(*found.span("who")),
        other=marked.who(*found.span("other")) if found.groupdict().get("other") else "",
        mode=telling.mode(start, end),
        start=start,
        end=end,
        text=marked.text[start:end],
    )
