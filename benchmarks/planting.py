"""Faithful and lying outputs for the guard's benchmark, made by rules of their own.

Nothing here is taken from the guard: a lie is planted where a pattern of this module shows that
the change turns the meaning, and nowhere else.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from benchmarks.casts import ALIASES, PEOPLE, PLACES, RUSSIANS

_DIGITS = "一二三四五六七八九"
_UNITS = "人|骑|军|兵|里|日|年|月|合|员|匹|只|队|路|座|名|岁|丈|尺|步|将|卷|杯|石|担|车|船|次"
_HAN_NUMBER = re.compile(
    rf"(?<![第初之二三四五六七八九十百千万数])([{_DIGITS}两十百千万]+)(?=余?(?:{_UNITS}))"
)
_ENGLISH_NUMBERS_LIST = """
two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty hundred
thousand
"""
_ENGLISH_NUMBERS = _ENGLISH_NUMBERS_LIST.split()
_ENGLISH_NUMBER = re.compile(
    rf"\b({'|'.join(_ENGLISH_NUMBERS)}|\d+)\b(?= (?:days?|years?|men|miles?|hours?|weeks?|"
    r"months?|minutes|officers|soldiers|horses|rubles|thousand|hundred|times|people|guns|paces|yards|"
    r"versts|children|sons|daughters|women|girls|prisoners|battalions|steps|carts)\b)"
)


Rule = Callable[[str, Random, Sequence[str]], str | None]
"""Changes a sentence, given the names that its chapter has; None where it cannot."""


def _replace(sentence: str, match: re.Match[str], words: str, group: int = 0) -> str:
    return sentence[: match.start(group)] + words + sentence[match.end(group) :]


def _pick(pattern: re.Pattern[str], sentence: str, random: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(sentence))
    return random.choice(found) if found else None


def changed_value(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """Another number of the same thing: one digit, or ten times as many."""
    match = _pick(_HAN_NUMBER, sentence, random)
    if match is None or match[1] in ("一", "万", "千", "百"):
        return None
    digits = [at for at, c in enumerate(match[1]) if c in _DIGITS]
    if not digits:
        return _replace(sentence, match, f"{random.choice('三四五六')}{match[1]}")
    at = random.choice(digits)
    other = random.choice([c for c in _DIGITS[1:] if c != match[1][at]])
    return _replace(sentence, match, match[1][:at] + other + match[1][at + 1 :])


def changed_number(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """Another English number of the same thing."""
    match = _pick(_ENGLISH_NUMBER, sentence, random)
    if match is None or match[1] in ("hundred", "thousand"):
        return None
    if match[1].isdigit():
        return _replace(sentence, match, str(int(match[1]) + random.randint(1, 40)))
    others = [word for word in _ENGLISH_NUMBERS[:-2] if word != match[1]]
    return _replace(sentence, match, random.choice(others))


def _same_person(one: str, other: str) -> bool:
    groups = [{name, *others} for name, others in ALIASES.items()]
    groups += [{"许昌", "许都"}]
    related = any(one in group and other in group for group in groups)
    titled = {one, other} & {"先主", "后主"}
    return one in other or other in one or related or bool(titled)


def _listed(sentence: str, names: Sequence[str]) -> list[re.Match[str]]:
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return list(re.finditer(rf"(?<![A-Za-zà-ÿ])(?:{pattern})(?![A-Za-zà-ÿ])", sentence))


def _beside_another(sentence: str, match: re.Match[str]) -> bool:
    """Whether the name stands in a row of names, where a swap may be mere order."""
    around = sentence[max(0, match.start() - 5) : match.start()], sentence[match.end() :][:5]
    return bool(re.search(r"[、与和同及共]|\band ", around[0] + "|" + around[1]))


def changed_name(
    sentence: str, random: Random, names: Sequence[str], others: Sequence[str]
) -> str | None:
    """Another person or place where one acts; `others` are put in its stead."""
    found = [m for m in _listed(sentence, names) if not _beside_another(sentence, m)]
    if not found:
        return None
    match = random.choice(found)
    sort = PLACES if match[0] in PLACES else (*PEOPLE, *RUSSIANS)
    wanted = [
        o for o in others if o in sort and o not in sentence and not _same_person(o, match[0])
    ]
    return _replace(sentence, match, random.choice(wanted)) if wanted else None


_ACTS = (
    "杀|斩|擒|刺|射|败|击|追|赶|救|谓|告|劝|骂|责|命|令|使|遣|召|降|投|禀|问|谢|迎|逐|袭|攻|困|执|缚|喝|请|荐|"
    "说|辞|从|依|扶|引|拜|见"
)
_MUTUAL = re.compile("[与和同及共相并各俱皆互会遇战、，。！？：；“”]|而")
_ENGLISH_ACTS = (
    "told|asked|followed|kissed|interrupted|called|sent|helped|loved|addressed|thanked|invited|"
    "watched|heard|forgave|pitied|hated|struck|took|led|begged|ordered|reminded|brought|"
    "approached|questioned|despised|pushed|stopped|saw|noticed|remembered|answered"
)


def swapped_roles(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """Who acts and who is acted on change places.

    Between them stands one deed, never a mutual one, and neither is in a row of names: the two can
    only be told apart by their order.
    """
    found = _listed(sentence, names)
    for one, other in pairwise(found):
        between = sentence[one.end() : other.start()]
        if _same_person(one[0], other[0]) or {one[0], other[0]} & set(PLACES):
            continue
        if _is_deed(between, sentence[other.end() :]):
            return "".join(
                [sentence[: one.start()], other[0], between, one[0], sentence[other.end() :]]
            )
    return None


def _is_deed(between: str, after: str) -> bool:
    if between[:1] == " ":
        deed = rf" (?:\w+ly )?(?:had )?(?:{_ENGLISH_ACTS})(?: to)? "
        return bool(re.fullmatch(deed, between)) and not re.match(r"['’]|,? and ", after)
    deed = rf"[\u4e00-\u9fff]{{0,5}}(?:{_ACTS})了?"
    return bool(re.fullmatch(deed, between)) and not (
        _MUTUAL.search(between) or re.match("[、与和同及之]", after)
    )


_DENIED = re.compile(
    "(?<![岂何莫无非不得])[不未](?=[敢肯从听知能见可出降许受动退利信识曾用在愿至到定决]"
    r"(?![不否]))(?!知[何是])|\bdid (not )(?=\w)|\b(?:was|were|had|could|would|is|are) (not )"
    "(?=[a-z])|(?<= )(never )(?=[a-z])"
)


def dropped_negation(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """What was denied is said."""
    match = _pick(_DENIED, sentence, random)
    if match is None or re.search(
        "不得不|无不|不.{0,3}不|not only|never.*not|not.*never", sentence
    ):
        return None
    group = match.lastindex or 0
    return _replace(sentence, match, "", group)


_SAID = re.compile(
    "(?<=[\u4e00-\u9fff])(?=(?:从之|许之|应允|依允|大喜|大怒|引兵|领兵|出马|追赶|出战|上马|下马|入城|出城|"
    r"大惊|大败|应诺|回营|拜谢))|\b(?:was|were|had|could|would) (?!not|never|no )(?=[a-z])"
)


def added_negation(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """What was said is denied."""
    match = _pick(_SAID, sentence, random)
    if match is None or re.search("[不未无莫勿没非]", sentence[max(0, match.start() - 3) :][:3]):
        return None
    if match[0]:
        return sentence[: match.end()] + "not " + sentence[match.end() :]
    return sentence[: match.start()] + random.choice("不未") + sentence[match.start() :]


_FATES = (
    (re.compile(r"(?<=[病战而身刎缢])死(?![战守罪战])"), ("未死", "活")),
    (re.compile("(?<=[\u4e00-\u9fff])身亡"), ("生还", "未亡")),
    (
        re.compile("斩(?=于马下|首|[\u4e00-\u9fff]{2,3}(?:于|[，。]))(?<![要欲不未请可当必且])"),
        ("未斩", "释"),
    ),
    (re.compile(r"(?<![不未])(?:刺死|射死|杀死)"), ("救活", "放走")),
    (re.compile(r"\b(?:was|had been) killed\b"), ("was spared", "survived")),
    (re.compile(r"\b(?:has|had) died\b|\bdied\b"), ("survived", "lived")),
    (re.compile(r"\b(?:was|is|were|are) dead\b"), ("was alive", "was not dead")),
)


def death_turned(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """Who died lives."""
    for pattern, instead in random.sample(_FATES, len(_FATES)):
        match = _pick(pattern, sentence, random)
        if match is not None and not re.search(
            "[不未勿莫没]|not |never", sentence[: match.start()]
        ):
            return _replace(sentence, match, random.choice(instead))
    return None


# Faithful rewordings.

_VALUES = {c: n for n, c in enumerate(_DIGITS, start=1)} | {"两": 2}
_SIZES = {"十": 10, "百": 100, "千": 1000}


def _count(numeral: str) -> int:
    total = section = digit = 0
    for c in numeral:
        if c == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        elif c in _SIZES:
            section, digit = section + (digit or 1) * _SIZES[c], 0
        else:
            digit = _VALUES[c]
    return total + section + digit


def respelled(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """The same number in figures."""
    match = _pick(_HAN_NUMBER, sentence, random)
    if (
        match is None
        or match[1] in ("一", "千", "万")
        or re.fullmatch(f"[{_DIGITS}]{{2,}}", match[1])
    ):
        return None
    if re.search(f"[{_DIGITS}]{{2}}|[百千万][{_DIGITS}]$", match[1]):
        return None  # 三五日 is a guess, 一万二 is short for another number
    if sentence[match.end()] == "余" or sentence[match.start() - 1 : match.start()].isdigit():
        return None
    return _replace(sentence, match, str(_count(match[1])))


def renamed(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """The same person by another of the registered names."""
    found = [m for m in _listed(sentence, list(ALIASES)) if m[0] in ALIASES]
    if not found:
        return None
    match = random.choice(found)
    return _replace(sentence, match, random.choice(ALIASES[match[0]]))


def shortened(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """Without its last clause, where nothing hangs on that."""
    if re.search(r"[“”\"「」:：]|若|如|除非|只|unless|if|only|until", sentence):
        return None
    parts = re.split(r"(?<=[，；,;])", sentence.rstrip("。.！!？? "))
    if len(parts) < 3:
        return None
    return "".join(parts[:-1]).rstrip("，；,; ") + ("。" if sentence[-1] > "\u2e80" else ".")


_DEED = "斩|杀|擒|救|逐|执|刺杀|射死|追上"


def turned(sentence: str, random: Random, names: Sequence[str]) -> str | None:
    """The passive for the active, where a clause is nothing but two names and a deed."""
    people = "|".join(name for name in names if name in PEOPLE)
    if not people:
        return None
    match = re.search(f"(?:(?<=[，。；])|^)({people})({_DEED})了?({people})(?=[，。；])", sentence)
    if match is None or _same_person(match[1], match[3]):
        return None
    passive = f"{match[3]}被{match[1]}{match[2]}"
    return _replace(sentence, match, passive)


def merged(one: str, other: str) -> str:
    """Two sentences as one."""
    return one.rstrip("。. ") + ("，" if one.rstrip()[-1] > "\u2e80" else "; ") + other.lstrip()
