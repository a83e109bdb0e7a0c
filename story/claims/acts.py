"""Who is there: whoever speaks, moves, or is spoken to."""

from collections.abc import Iterable, Iterator

from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, HAN, PERSON, SIGNS, matches
from story.claims.telling import Telling

_KEPT = 3
"""Acts of one person kept of a chapter, however many there are."""

_BREAK = "，。！？；：“”‘’「」『』…—\\s　"
_HEAD = (
    rf"(?:(?<=[{_BREAK}])|\A|(?:(?<=[{_BREAK}][{HAN}])|(?<=[{_BREAK}][{HAN}]{{2}})|"
    rf"(?<=[{_BREAK}][{HAN}]{{3}})|(?<=[{_BREAK}][{HAN}]{{4}}))"
    "(?<![的之和与同跟及对给把将被向从为说道知听闻提想念问请叫如像似比替]))"
)
"""Before a name that begins its clause, or has a few words of time or place before it."""
_OTHERS = (
    "(?![的之]|(?:父|母|妻|子|女|弟|兄|家|府|房|屋|军|部|处|那边|身上|手中|手里|面前|"
    "跟前|一案|旧|故)|"
    "(?:死|已死|既死|临|亡|已亡|早已))"
)
_SAYS = (
    "道(?=[：:，“「]|$)|曰|说道|问道|答道|喊道|叫道|喝道|叹道|骂道|回道|劝道|应道|"
    "说(?=[：:，“「了着起完罢])|"
    "问(?=[：:，“「了着])|答(?=[：:，“「了应])|喊(?=[：:，“「了着])|骂(?=[：:，“「了着])|"
    "笑了|吩咐|吟道|开口|"
    "说话|插话|回答|解释|承认|大喝|高声|低声|轻声|沉声|厉声|朗声|冷声"
)
_ASPECT = "[着了过到出进上下起住向开倒入回]"
_MOVES = (
    "走|坐|站|跑|跳|冲|退|飞|骑|拔|举|提|挥|拿|接|递|推|拉|踢|抱|握|捧|放|抬|摇|转|看|望|"
    "盯|瞪|瞧|笑|哭|喝|吃|饮|写|"
    "读|睁|闭|伸|敲|翻|披|穿|牵|追|赶|逃|扶|拍|按|捡|摘|拆|抚|擦|端|掀|抓|扔|抽|搂|靠|倚|"
    "躺|跪|蹲|爬|摸|掏|点|收|带|"
    "领|引|送|取|打|斟|跟|迈|踏|倒|立|守|等|听|想|唱|弹|系|戴|捻|挑|担|背|扛|扯|撕|咬|吹|"
    "挤|闯|绕|停|踱"
)
_DEEDS = (
    "起身|转身|点头|摇头|抬头|低头|皱眉|拱手|抱拳|冷笑|微笑|大笑|苦笑|叹息|叹气|沉吟|"
    "推门|拔剑|拔刀|挥剑|挥刀|提刀|举杯|"
    "策马|上马|下马|出马|拍马|纵马|跃马|飞马|勒马|引兵|领兵|率军|率兵|带兵|领军|引军|"
    "率众|出阵|迎战|出战|大怒|大喜|"
    "大惊|跪下|坐下|站起|走来|进来|出来|回来|前来|赶来|过来|赶到|入内|入帐|升帐|端坐|"
    "盘坐|闭目|睁眼|伸手|抬手|挥手|"
    "拍案|出手|动身|赶路|睡下|醒来|梳洗|更衣|磨墨|提笔|写信|抚琴|下棋|饮酒|喝茶|用饭|"
    "吃饭|传令|下令|商议|请安|行礼|"
    "拜见|参见|告辞|离去|离开|返回|归来|现身|登场|迎接|拜谢|拜伏|叩头|磕头|听了|听罢|"
    "听说|闻言|闻之|闻知|见状|见了|"
    "视之|大叫|应声|奏曰|亲自|自引|引着|率领|接令|领命|得令|披挂|挺枪|横刀|横枪|舞刀|绰|"
    "弯腰|俯身|侧身|回头|扭头|"
    "撇嘴|眯|咳嗽|打量|凝视|沉默|犹豫|点了|咬牙|拭泪|落泪|流泪|垂泪|含泪|掩面|脸一?红|"
    "打趣|递给|交给|送来|来了|去了|"
    "到了|进了|出了|回了|上前|向前|近前|探头|掀帘|倒茶|洗手|沐浴|骑马|乘车|坐轿|巡视|"
    "练剑|修炼|打坐|出关|施礼|作揖|还礼"
)
_TOGETHER = (
    "商议|说话|闲谈|对坐|对饮|饮酒|下棋|并肩|同行|谈笑|叙话|吃饭|喝茶|玩笑|作伴|同坐|"
    "商量|聊天|散步|练剑|交手"
)
_SENT = "引|率|领|带|往|前去|前往|守|出战|出马|来见|去请|去取|送|押"

_CHINESE = (
    rf"{_HEAD}(?P<who>{PERSON}){_OTHERS}{CLAUSE}{{0,8}}?(?:{_SAYS}|{_DEEDS})",
    rf"{_HEAD}(?P<who>{PERSON}){_OTHERS}{CLAUSE}{{0,6}}?(?:{_MOVES}){_ASPECT}",
    rf"[与同和跟陪](?P<who>{PERSON})(?![的之]){CLAUSE}{{0,4}}(?:{_TOGETHER})",
    rf"[命令遣派差使教请唤](?P<who>{PERSON})(?![的之]){CLAUSE}{{0,2}}(?:{_SENT})",
)
_VERBS = (
    "said|says|asked|replied|answered|whispered|shouted|muttered|called|cried|laughed|smiled|"
    "nodded|sighed|frowned|grinned|shrugged|walked|ran|stood|sat|rose|came|went|turned|looked|"
    "stepped|opened|closed|took|drew|raised|lifted|pulled|pushed|handed|gave|picked|poured|drank|"
    "ate|wrote|read|rode|climbed|leaned|entered|left|arrived|returned|waited|watched|stared|"
    "reached|knelt|bowed|waved|shook|pointed|put|set|laid|threw|caught|held|lit|knocked|spoke|"
    "began|told|murmured|growled|snapped|hummed|coughed|paused|crossed|followed|led|joined|"
    "struck|swung|fought|fired|kissed|hugged|embraced|wept|strode|hurried|leapt|jumped|"
    "swallowed|signed|counted|folded|unfolded|unlocked|locked|lowered|slipped|grabbed|tapped|"
    "touched|tossed|washed|wiped|sang|played|slept|woke|dressed|packed|cooked|rubbed|squeezed"
)
_SEEN_TO = (
    "cross|walk|come|go|run|turn|enter|leave|stand|sit|open|close|take|step|ride|climb|rise|smile"
)
_ENGLISH = (
    rf"(?<!of )(?<!by )(?<!['’]s )(?P<who>{PERSON})\s(?:(?:then|just|only|slowly|quietly|softly|"
    rf"suddenly|finally|quickly|\w+ly|himself|herself|and|never)\s){{0,2}}(?:{_VERBS})\b",
    rf"(?<=['”\"]\s)(?:said|asked|replied|answered|whispered|shouted|cried|muttered)\s"
    rf"(?P<who>{PERSON})(?!['’])",
    rf"\b(?:saw|watched)\s(?P<who>{PERSON})\s(?:\w+ly\s)?(?:{_SEEN_TO})\b",
    rf"\b(?:talk|speak|spoke|din|danc|walk|sat|drank|argu|laugh|play)(?:ed)?\s(?:with|to)\s"
    rf"(?P<who>{PERSON})(?!['’])",
)


_ABSENT = (
    "(?![的之，。、；：！？”’」』…—\\s]|[父母妻子女弟兄家府房屋军部处旧故]|"
    "[死亡薨崩殁卒逝]|已[死亡故殁薨]|停灵|既|留|教|传下|传给|生[下前了]|养|所|是|乃|若|"
    "活着|走了|不在|没了|究竟|对他|待他|待我|害|欠|曾|当[年初时]|那临|生前|在世|遗|墓|坟|"
    "棺|灵|"
    "托梦|托付|那样|这样|何等|一生|一世|身后|身故|走后|去后|等|们|一(?:案|事|节)|手下|"
    "部下|麾下|左右|身上|身边|面前|跟前|"
    "手[中里书]|大哭|之后|以后|以来|似的|一般|般)"
)
"""Not behind the name of somebody who is there."""
_PRESENT = (
    rf"{_HEAD}(?P<who>{PERSON}){_ABSENT}(?=[{HAN}][{HAN}{SIGNS}])",
    r"(?:却是|只见|忽报|又见|遇见|看见|望见|瞧见|撞见|迎接|陪着|拉着|扶着|跟着|对着|唤来|"
    rf"叫来|请来)(?P<who>{PERSON}){_ABSENT}"
    rf"(?=[{HAN}][{HAN}{SIGNS}])",
    rf"[与同和跟陪](?P<who>{PERSON})(?=[{HAN}])(?![的之等家]|{_ABSENT[3:-1]})",
)
_GRAMMAR = (
    *(("acts", source) for source in (*_CHINESE, *_ENGLISH)),
    *(("appears", source) for source in _PRESENT),
)


def acts(marked: Marked, telling: Telling) -> list[Claim]:
    """Acts told by the narrator as happening now: of each person the first ones and the last.

    What somebody does in a dream, a memory or a speech is left out.
    """
    found = (claim for claim in _all(marked, telling) if claim.mode is Mode.ASSERTED)
    by_person: dict[tuple[str, str], list[Claim]] = {}
    for claim in sorted(set(found), key=lambda claim: (claim.start, claim.end)):
        by_person.setdefault((claim.subject, claim.predicate), []).append(claim)
    return [claim for claims in by_person.values() for claim in _thinned(claims)]


def _thinned(claims: list[Claim]) -> Iterable[Claim]:
    return claims if len(claims) <= _KEPT else (*claims[: _KEPT - 1], claims[-1])


def _all(marked: Marked, telling: Telling) -> Iterator[Claim]:
    for predicate, found in matches(_GRAMMAR, marked, telling):
        start, end = found.span()
        yield Claim(
            kind=ClaimKind.ACT,
            subject=marked.who(*found.span("who")),
            predicate=predicate,
            mode=telling.mode(start, end),
            start=start,
            end=end,
            text=marked.text[start:end],
        )
