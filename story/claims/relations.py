"""Who is whose father, wife, master: kinship, marriage, master and disciple."""

import re
from collections.abc import Iterator

from story.claims.claim import Claim, ClaimKind
from story.claims.names import Marked
from story.claims.patterns import CLAUSE, PERSON, matches
from story.claims.telling import Telling

_WORDS = {
    "father": "父亲|生父|亲爹|爹|爸爸|father|dad",
    "mother": "母亲|生母|亲娘|娘亲|妈妈|mother",
    "husband": "丈夫|夫君|相公|夫婿|husband",
    "wife": "妻子|发妻|正妻|妻室|wife",
    "child": "儿子|女儿|长子|次子|幼子|独子|长女|次女|幼女|独女|之子|之女|son|daughter|child",
    "brother": "哥哥|弟弟|兄长|胞兄|胞弟|大哥|二哥|brother",
    "sister": "姐姐|妹妹|胞姐|胞妹|sister",
    "master": "师父|师傅|师尊|恩师|master|mentor|teacher",
    "disciple": "徒弟|弟子|徒儿|门徒|disciple|pupil|apprentice|student",
    "servant": "丫鬟|丫头|仆人|侍女|小厮|书童|管家|servant|maid|butler",
    "betrothed": "未婚妻|未婚夫|未婚妻子|fiancée|fiancé|fiance|fiancee|betrothed",
}
_OF_WORD = {word: kin for kin, words in _WORDS.items() for word in words.split("|")}
_CHINESE_KIN = "|".join(
    sorted(
        (word for word in _OF_WORD if not word.isascii() and word[0] > "ÿ"), key=len, reverse=True
    )
)
_ENGLISH_KIN = "|".join(sorted((word for word in _OF_WORD if word[0] < "ÿ"), key=len, reverse=True))
_IS = "(?:是|乃是?|就是|正是|便是|原是|本是)"
_GRAMMAR = (
    (
        "is",
        rf"(?P<who>{PERSON}){_IS}(?P<other>{PERSON})(?:的)?(?:亲生|嫡亲|唯一的?|"
        rf"亲)?(?P<kin>{_CHINESE_KIN})",
    ),
    (
        "has",
        rf"(?P<other>{PERSON})(?:的)(?:亲生|嫡亲|亲)?(?P<kin>{_CHINESE_KIN})(?:就|便|正)?(?:是|"
        rf"名叫|名唤|叫做|叫|乃|名|，名叫)(?P<who>{PERSON})",
    ),
    ("has", rf"(?P<other>{PERSON})的?(?P<kin>{_CHINESE_KIN})(?P<who>{PERSON})"),
    ("pupil", rf"(?P<other>{PERSON})(?:便|就|正式|当即|于是)?拜了?(?P<who>{PERSON})(?:为师|门下)"),
    ("pupil", rf"(?P<who>{PERSON}){CLAUSE}{{0,6}}?收了?(?P<other>{PERSON})为徒"),
    (
        "is",
        rf"(?P<who>{PERSON})\s(?:is|was|became)\s(?P<other>{PERSON})['’]s\s(?:only\s|elder\s|"
        rf"younger\s|late\s|eldest\s)?(?P<kin>{_ENGLISH_KIN})\b",
    ),
    (
        "is",
        rf"(?P<who>{PERSON}),?\s(?:(?:is|was)\s)?the\s(?:only\s|elder\s|younger\s|late\s|"
        rf"eldest\s)?(?P<kin>{_ENGLISH_KIN})\sof\s(?P<other>{PERSON})",
    ),
    (
        "has",
        rf"(?P<other>{PERSON})['’]s\s(?:elder\s|younger\s|late\s|"
        rf"eldest\s)?(?P<kin>{_ENGLISH_KIN}),?\s(?:(?:is|was)\s)?(?P<who>{PERSON})",
    ),
    ("spouse", rf"(?P<who>{PERSON})\smarried\s(?P<other>{PERSON})"),
    (
        "spouse",
        rf"(?P<who>{PERSON})(?:与|和|同)(?P<other>{PERSON})(?:成亲|成婚|结为夫妻|拜堂|结婚|"
        r"完婚)",
    ),
    ("spouse", rf"(?P<who>{PERSON})(?:娶了?|迎娶)(?P<other>{PERSON})"),
)


def relations(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims of kinship: the subject's `predicate` is the person in `value`."""
    for how, found in matches(_GRAMMAR, marked, telling):
        start, end = found.span()
        yield Claim(
            kind=ClaimKind.RELATION,
            subject=marked.who(*found.span("other")),
            predicate=_kin(how, found),
            value=marked.who(*found.span("who")),
            mode=telling.mode_of_fact(start, end),
            start=start,
            end=end,
            text=marked.text[start:end],
        )


def _kin(how: str, found: re.Match[str]) -> str:
    fixed = {"pupil": "master", "spouse": "spouse"}
    return fixed[how] if how in fixed else _OF_WORD[found["kin"]]
