"""Who dies, who comes back to life, and who is spoken of as dead."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, FLOW, HAN, PERSON, SIGNS, compiled
from story.claims.telling import Telling
from text.names.chinese_words import DOUBLE_SURNAMES, SURNAMES

_WORDS_TOO = frozenset("闻方伏余连时于安乐常和平成应终全向家车步越关相满公解习权能有倒")
"""Surnames that begin too many other words."""
_DOUBLE = "|".join(sorted(DOUBLE_SURNAMES))
_SINGLE = "".join(sorted(SURNAMES - _WORDS_TOO))
_SURNAMED = (
    rf"(?:(?<![{HAN}])|(?<=[报说闻知见称]))"
    rf"(?:(?:{_DOUBLE})[{HAN}]{{1,2}}|[{_SINGLE}][{HAN}]{{1,2}}?)"
)
"""What can be a name that no registry knows: it begins its clause with a surname."""
_WHO = rf"(?P<who>{PERSON}|{_SURNAMED})"

_OTHERS = (
    "[的之](?!死)|家|见|听|闻|知|说|道|言|曰|杀|斩|与|和|令|命|叫|使|教|母|父|妻|子|女|"
    "弟|兄|仆|婢|丫|将|把|问|哭|恐|怕|欲|"
    "要|想|愿|未|不(?!治|幸|久|料|支|敌)|没有|并非|险|几乎|差|若|如|以为|同|共|替|求|找|"
    "寻|宁|誓|装|诈|假|佯|该|只|待|等|自从|"
    "非|觉|伤了?人|殴|翻"
)
"""Words behind a name that make the death another one's, or none."""
_BEFORE = f"(?:(?!{_OTHERS}){CLAUSE}){{0,12}}?"
_MANNER = (
    "病|战|饿|冻|毒|溺|烧|摔|老|惨|暴|冤|屈|枉|难产|重伤|伤重|吐血|服毒|上吊|投井|投水|"
    "中箭|中毒|坠崖|力竭|自缢|"
    "自刎|忧愤|呕血|触柱|撞|跌|自焚"
)
_STRONG = (
    f"(?:{_MANNER})(?:而|身)?[死亡](?![党士守战心罪敌穴角结活力斗寂板地路命缠囚者气])|"
    "身亡|身死(?!战)|而[死亡]|毙命|去世|逝世|过世|辞世|离世|病故|亡故|身故|病逝|病殁|"
    "气绝|断了气|断气|咽了气|咽气|"
    "[殒陨丧]命|陨落|归天|归西|归神|仙逝|薨|驾崩|崩(?=[，。于了])|圆寂|坐化|夭亡|夭折|"
    "夭逝|自尽|自缢|自刎|自戕|"
    "遇害|被害|被杀|被斩|阵亡|战殁|殉国|殉职|殉情|牺牲|殒身|香消玉殒|一命呜呼|命丧|魂归|"
    "停止了?呼吸|"
    "(?:抢救|医治)无效(?:而?死亡?|身亡|去世)?|(?:当场|确认|宣告|不幸)死亡|不治身亡|摔得粉身碎骨|"
    "没了(?:气息|呼吸|心跳)|死于|死在|(?<![小士兵走军步])卒(?=[，。；于])|撒手人寰|"
    "形神俱灭|身首异处|神魂俱灭"
)
_SOBER = (
    "(?:也|已|已经|早已|早|便|就|终于|终|竟|竟然|果然|当场|当下|当夜|当晚|昨夜|昨日|今早|"
    "今晨|遂|因病|就此|已是|刚|刚刚|"
    "忽然|突然|不幸|到底|真的|还是|也就|久|既|亦|后来|最后|最终|真){0,4}"
)
_TAKEN = (
    "杀死|所杀|斩首|斩于|斩杀|刺死|射死|砍死|打死|毒死|烧死|勒死|害死|绞死|击毙|处死|"
    "诛杀|击杀|灭杀|轰杀|杀害|杀了|"
    "斩了|缢死|所害|刺于|劈于|枭首|凌迟|砍下了?(?:头|脑袋)|取了性命|一剑穿心|毒杀|鸩杀|"
    "刺杀|射杀|斩之|杀之|鸩死"
)
_AFTER = (
    "(?:死|去世|过世|病逝|逝世|身故|亡故|殁|遇害|牺牲|阵亡|陨落)(?:之后|以后|后(?!悔)|之时)|"
    "[的之](?:死(?!党|士|敌|穴|对头|活)|遗体|遗骸|尸|灵柩|灵位|灵前|墓|坟|葬礼|丧事|"
    "丧(?=[，。])|牌位|首级)|"
    "的?(?:灵前|灵位|灵柩|出殡|生前|在世时|首级|尸首|尸身|之墓)"
)
_BACK = (
    "复活|死而复生|起死回生|还魂|活过来|活了过来|又活了|重生(?!之|丸)|回魂|诈死|假死|"
    "没有?死|并未死|未死|不曾死|死里逃生|"
    "还活着|尚在人世|并没有死|从棺材?中.{0,3}坐起"
)
_SURVIVES = "活了?下来|大难不死|逃过一死|侥幸未死|捡回了?一?条?性?命|保住了?性命"
_BLOW = "斩|刺|射|砍|劈|挑|搠|杀|打|戳|砸|掀"

_CHINESE = (
    ("dies", rf"{_WHO}{_BEFORE}(?:{_STRONG})"),
    ("dies", rf"{_WHO}(?!.{{0,8}}?(?:若|欲))，{_SOBER}(?:{_STRONG})"),
    (
        "dies",
        rf"(?:(?<=[。！？”，\n　])|\A)[那这只见]{{0,2}}(?P<who>{PERSON})(?:(?!{_OTHERS}|他|"
        rf"她){FLOW})"
        rf"{{0,50}}?(?:{_STRONG})(?=[了，。])",
    ),
    ("dies", rf"{_WHO}{_SOBER}[死殁薨](?=[了去矣也]|，|。|！)(?!了心|去活来|去复)"),
    (
        "dies",
        rf"{_WHO}(?:已|已经|早已|早就|新|既|俱已|"
        r"皆已)(?:[死亡殁薨诛]|没(?!有)|不在人世|"
        r"不在了)",
    ),
    (
        "killed",
        rf"{_WHO}(?:已|早已|竟|当场|却|反|终)?[被为遭]{CLAUSE}{{0,4}}(?:{PERSON})?"
        rf"{CLAUSE}{{0,6}}?(?:{_TAKEN})",
    ),
    (
        "killed",
        rf"(?:{_BLOW})(?P<who>{PERSON}|"
        rf"[{HAN}]{{2,3}}?)(?:于|落|下)(?:马下|马|"
        r"水中|城下|阵前|"
        r"刀下)"
        "(?!未死|来)",
    ),
    (
        "killed",
        r"(?:杀死|斩杀|刺死|射死|砍死|毒死|勒死|打死|"
        r"害死|绞死|缢死|诛杀|击杀|击毙|处死|灭杀|"
        r"枭首|毒杀)了?"
        rf"(?P<who>{PERSON})(?![的之家兄弟人部{SIGNS}])",
    ),
    ("killed", rf"[将把](?P<who>{PERSON}){CLAUSE}{{0,12}}?(?:{_TAKEN})"),
    (
        "killed",
        rf"(?:[杀斩诛]了|(?:[既已自])[杀斩诛]了?)(?P<who>{PERSON})(?![的之家兄弟人部一个大"
        rf"{SIGNS}])",
    ),
    (
        "dead",
        rf"(?:安葬|厚葬|葬|追[谥封赠]|吊奠|祭奠|哭祭|吊祭)了?(?P<who>{PERSON})(?![的之]?[父母妻"
        r"子])",
    ),
    ("dead", rf"(?P<who>{PERSON})(?:{_AFTER})"),
    ("dead", rf"(?P<who>{PERSON})[^，。！？；“”\n{SIGNS}]{{0,3}}?也?没了(?=[，。！？])"),
    ("dead", rf"(?P<who>{PERSON})死的(?:那|时|日)"),
    ("lives", rf"{_WHO}{CLAUSE}{{0,8}}?(?P<back>{_BACK})"),
    ("lives", rf"(?P<who>{PERSON}){FLOW}{{0,10}}?(?P<back>{_SURVIVES})"),
    ("lives", rf"复活了?(?P<who>{PERSON})"),
)

_ADVERBS = (
    r"(?:(?:had|has|was|is|were|then|finally|at last|suddenly|already|never woke again and|just|"
    r"quietly|soon|there|himself|herself|long|now)\s){0,3}"
)
_WORD_DIES = (
    r"died|dies|perished|passed away|was killed|was slain|was murdered|was executed|was shot dead|"
    r"was hanged|was beheaded|fell dead|lay dead|(?:is|was|has been|had been)(?: long|"
    r" already)? dead|"
    r"been (?:killed|slain|murdered)|breathed (?:his|her|their) last|drowned|dropped dead|"
    r"gave up the ghost|bled to death|was no more|killed (?:him|her)self|lay lifeless"
)
_NO_REAL_DEATH = (
    r"(?!\s(?:tired|sure|certain|serious|set|of (?:laughter|laughing|shame|embarrassment|boredom)|"
    r"to (?:the world|me|him|her|them)|asleep|drunk|on (?:his|her) feet|laughing|"
    r"in (?:his|her) dreams?|"
    r"wrong|right|calm|silent|still|weight|end|heat|ahead|center|centre|down|away|out))"
)
_ENGLISH = (
    ("dies", rf"(?P<who>{PERSON})\s{_ADVERBS}(?:{_WORD_DIES})\b{_NO_REAL_DEATH}"),
    ("dies", rf"(?P<who>{PERSON})\s[^.,;:!?\n{SIGNS}]{{0,60}}?\sand\sdied\b{_NO_REAL_DEATH}"),
    (
        "dead",
        r"\b(?:found|buried|identified|discovered|recovered|examined)\s"
        rf"(?P<who>{PERSON})['’]s (?:body|remains)\b",
    ),
    (
        "killed",
        r"\b(?:killed|slew|murdered|executed|beheaded|hanged|stabbed to death|shot dead)\s"
        rf"(?P<who>{PERSON})(?!['’{SIGNS}]|\s(?:{PERSON}))",
    ),
    (
        "killed",
        rf"\b(?:shot|stabbed|beat|struck|strangled|burned|burnt|clubbed)\s(?P<who>{PERSON})\s"
        r"(?:dead|to death)\b",
    ),
    (
        "dead",
        rf"(?P<who>{PERSON})['’]s (?:death|funeral|corpse|body lay|grave|tomb|coffin|murder|"
        r"headstone)",
    ),
    ("dead", rf"\bburied\s(?P<who>{PERSON})(?!['’])"),
    ("dead", rf"\b(?:death|murder|funeral|grave|corpse|coffin|body) of (?P<who>{PERSON})"),
    (
        "lives",
        rf"(?P<who>{PERSON})\s(?:\w+\s){{0,4}}?(?:came back (?:to life|from the dead)|"
        r"rose from the (?:dead|grave)|"
        r"was (?:alive|not dead|revived|resurrected)|"
        r"had (?:not died|survived|faked)|is alive|"
        r"returned from the dead|lived again|still lives)",
    ),
    (
        "lives",
        rf"(?P<who>{PERSON})\s(?:(?:had|has|only|merely)\s){{0,2}}"
        r"(?P<back>pretended to (?:die|be dead)|feigned (?:death|his|her)|faked (?:death|his|her))",
    ),
    ("lives", rf"\b(?:revived|resurrected|raised)\s(?P<who>{PERSON})(?:\sfrom the dead)?"),
)

_UNSAID = re.compile(
    "(?:未|没|没有|不曾|并非|并未|尚未|还没|欲|要|想|愿|休|莫|别|求|令|该|可|能|必|当|诛|"
    "待|将|再|请|叫|命|(?<!过)去|(?<![原后本从])来|便|先|立)"
    r"\Z|(?:n't|\bnot|\bnever|\bto|\bwill|\bshall|\bmust|\bcan|\bcannot)\s?(?:be\s|have\s)?\Z"
)
_IN_VAIN = re.compile("不能|无法|不会|难|岂|若|如何|\\b(?:not be|never|cannot)\\b")
_LATER = re.compile("之?后|以后|以来|时|的|那[年日天]")
_KNOWN = re.compile("已|既|早|闻|知|见|报|自从|因|起|had |been|(?:is|was) (?:long |already )?dead")
"""Words that make a death one that has happened before."""
_LOST_WORD = re.compile(r"[笑累羡烦恨爱急热困痛馋丑讨厌渴忙臭美吵闷酸疼乐吓气]死|得要死")


def deaths(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims that somebody dies, is dead, or lives after all."""
    for predicate, pattern in compiled((*_CHINESE, *_ENGLISH)):
        for found in pattern.finditer(marked.marked):
            if not _LOST_WORD.search(marked.text, *found.span()):
                yield _claim(predicate, found, marked, telling)


def _claim(predicate: str, found: re.Match[str], marked: Marked, telling: Telling) -> Claim:
    start, end = found.span()
    feigned = found.groupdict().get("back")  # 诈死 supposes nothing: whoever feigned it lives
    mode = telling.mode_of_fact(start, found.start("back") if feigned else end)
    if _UNSAID.search(marked.text, max(0, start - 12), start):
        mode = Mode.HYPOTHETICAL
    if predicate == "lives" and _IN_VAIN.search(marked.text, start, end):
        mode = Mode.NEGATED
    if _KNOWN.search(marked.text, max(0, start - 3), end) or _LATER.match(marked.text, end):
        predicate = "dead" if predicate in {"dies", "killed"} else predicate
    if predicate == "dead" and mode is Mode.ASSERTED:
        mode = Mode.MENTION
    return Claim(
        kind=ClaimKind.REVIVAL if predicate == "lives" else ClaimKind.DEATH,
        subject=marked.who(*found.span("who")),
        predicate=predicate,
        mode=mode,
        start=start,
        end=end,
        text=marked.text[start:end],
    )
