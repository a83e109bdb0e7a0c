"""Conditions, prohibitions and limits: the whole sentence that states one."""

import re
from bisect import bisect_right
from functools import cache

from lorepack.records import Span
from text.sentences import sentences

# Strong markers only. Plain 不能, 如果, if or not would take a quarter of a novel.
_CHINESE = (
    "除非|否则|要不然|只有.{1,20}?才|[唯惟]有|只要|但凡|凡是|"
    "(?<![平非不])凡(?=[我有入在此属遇见持违])|"
    "倘[若或使]|如若|若非|(?:若|如果|假如|要是|假使)[^。！？\n]{1,30}?(?:就|便|则|必|定|休|莫)|"
    "一旦(?!休)|必须|必定要|务[必须]|不得(?=[入擅与私将有在以再对外违泄出进靠带近损伤杀超低少多])|"
    "不[许准]|严禁|禁止|切[勿莫]|切?不可(?=[入擅与私将有在以再对外违泄出进告说动碰杀放去])|"
    "休[要得]|未经|"
    "没有.{1,10}?(?:不准|不许|不得|不能|就不)|方[可能得](?=[^以])|才[可许](?!以)|"
    "(?<![不有])才能(?![又的和])|"
    "仅限|[绝决]不|永不|永远不|从不|从未|从来[不没]|再也不|宁[可愿]|无论|不论|不管|谁也[不别没]|"
    "[至最][多少](?![的是])|不[得能应]?超过|封顶|上限|下限|以.{1,6}为限|限.{1,6}[日天年月]内|"
    "[起发立]誓|"
    "约定|条件是|需(?:要)?(?:审批|批准|经)"
)
_GAP = r"\s+"
_ENGLISH = (
    rf"unless|only{_GAP}(?:if|when|after)|provided{_GAP}that|providing{_GAP}that|"
    rf"(?:as|so){_GAP}long{_GAP}as|on{_GAP}(?:the{_GAP})?condition{_GAP}that|"
    rf"except(?:{_GAP}(?:for|when|if|on|by))?|no{_GAP}matter|or{_GAP}else|lest|must(?:n['’]t)?(?!\s+have\b)|"
    rf"shall{_GAP}(?:not|never)|shan['’]t|may{_GAP}not|"
    rf"(?:is|are|was|were){_GAP}(?:bound|obliged|required|forbidden|permitted){_GAP}to|never|"
    rf"forbidden|prohibited|mandatory|at{_GAP}(?:least|most)|no{_GAP}(?:more|less|fewer){_GAP}than|"
    rf"not{_GAP}(?:more|less|fewer){_GAP}than|if\b[^.!?]{{1,80}}?\bthen|not\b[^.!?]{{1,40}}?\buntil|"
    rf"whoever|up{_GAP}to{_GAP}\d|do{_GAP}not|cannot{_GAP}exceed"
)
# Every Chinese marker begins with one of these: the search passes over all else at once.
_CHINESE_LEAD = (
    "除否要只唯惟但凡倘如若假一必务不严禁切休未没方才仅绝决永从再宁无谁至最封上下以限起发立约条需"
)
_ENGLISH_LEAD = "acdefilmnopsuw"


@cache
def _markers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"(?=[{_CHINESE_LEAD}])(?:{_CHINESE})"),
        re.compile(rf"\b(?=[{_ENGLISH_LEAD}])(?:{_ENGLISH})\b", re.IGNORECASE),
    )


def condition_spans(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences that hold a strong condition marker.

    They have no outer white space, and no line of signs before them: that is the layout's.
    """
    marked = sorted(m.start() for pattern in _markers() for m in pattern.finditer(text))
    if not marked:
        return []
    found = sentences(text)
    starts = [sentence.start for sentence in found]
    places = sorted({bisect_right(starts, offset) - 1 for offset in marked})
    return [_stripped(text, found[place]) for place in places]


def _stripped(text: str, sentence: Span) -> tuple[int, int]:
    words = text[sentence.start : sentence.end]
    head = _wordless_lines().match(words)
    start = head.end() if head else 0
    start += len(words[start:]) - len(words[start:].lstrip())
    return sentence.start + start, sentence.start + len(words.rstrip())


@cache
def _wordless_lines() -> re.Pattern[str]:
    return re.compile(r"(?:[^\w\n]*\n)+")
