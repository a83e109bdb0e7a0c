"""Whose words a query asks for: 宝玉说了什么, what did Caroline say about it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from lorepack.records import Alias, Entity, FactKind
from text.aliases import AliasMatcher
from text.fold import fold

_SELF = ("user", "human", "me", "我", "用户")
_OTHER = ("assistant", "ai", "bot", "model", "chatgpt", "助手", "助理")
"""What speakers of a chat with a model go by, folded."""

_NAME = "\ufdd0"
"""Stands for a name: Unicode says that it is no character."""
_HAN_SPEECH = (
    "说|讲|道|提(?:到|起|过|及|出|议)|告诉|问|答|回应|表示|建议|推荐|承认|抱怨|聊|谈|描述|形容|解释|评价|"
    "嘱咐|吩咐|叮嘱|骂|喊|介绍"
)
_HAN_WORDS = "(?:原?话|回答|建议|看法|意见|台词|发言|名言|口头禅|说法)"
_SPEECH = (
    "say|tell|mention|suggest|recommend|advise|claim|admit|reply|answer|ask|think|describe|explain|"
    "promise|complain|warn|shout|whisper|talk|speak|call"
)
_SPOKE = (
    "says?|said|tells?|told|mention(?:s|ed)|suggest(?:s|ed)|recommend(?:s|ed)|advis(?:es|ed)|"
    "claim(?:s|ed)|admit(?:s|ted)|repli(?:es|ed)|answer(?:s|ed)|ask(?:s|ed)|describ(?:es|ed)|"
    "explain(?:s|ed)|promis(?:es|ed)|complain(?:s|ed)|warn(?:s|ed)|spoke|talk(?:s|ed)"
)
_OPINION = "(?:words?|opinions?|advice|answers?|repl(?:y|ies)|suggestions?|recommendations?|view)"
_FEW_WORDS = rf"(?:[^\W{_NAME}]+ ){{0,2}}?"
_PATTERNS = (
    rf"(?<![对向跟给听被])(?<!关于)(?<!对于)(?<!有关)(?<!提到)<who>"
    rf"(?:(?:[对向跟给]|(?P<both>[和同与])){_NAME})?"
    rf"[^{_NAME}，。？！,.?!]{{0,8}}?(?:{_HAN_SPEECH})",
    rf"<who>的{_HAN_WORDS}",
    rf"\b(?:did|does|has|have|had|would) <who> (?P<both>and {_NAME} )?{_FEW_WORDS}(?:{_SPEECH})",
    rf"(?<!to )(?<!told )(?<!tell )(?<!about )(?<!with )<who> {_FEW_WORDS}(?:{_SPOKE})\b",
    r"\baccording to <who>",
    rf"<who>(?:['’]s|s['’]) {_FEW_WORDS}{_OPINION}\b",
)
_SPEAKING = re.compile(
    rf"{_HAN_SPEECH}|的{_HAN_WORDS}|\b(?:{_SPEECH}|{_SPOKE}|{_OPINION}|according to)\b",
    re.IGNORECASE,
)


def is_of_speech(query: str) -> bool:
    """Whether a query may ask for somebody's words at all."""
    return _SPEAKING.search(query) is not None


def asked_speakers(query: str, known: Sequence[Entity], speaking: Sequence[str]) -> tuple[str, ...]:
    """Those whose words a query asks for.

    Args:
        query: As it was asked.
        known: Entities that the reader has met: who is named by an alias may be meant.
        speaking: Folded names of all who speak in the project.

    Returns:
        Names out of `speaking`, sorted.
    """
    words = query.replace("\u0130", "I").lower()
    cast = list(_cast(known, speaking))
    mentions = AliasMatcher(entity for entity, _ in cast).find(words)
    names = {entity.id: spoken for entity, spoken in cast}
    masked, places = words, dict[int, tuple[str, ...]]()
    for mention in reversed(mentions):
        masked = masked[: mention.start] + _NAME + masked[mention.end :]
    for nth, mention in enumerate(mentions):
        start = mention.start - sum(m.end - m.start - 1 for m in mentions[:nth])
        places[start] = names[mention.entity]
    found = {name for at in _named(masked) for name in places.get(at, ())}
    return tuple(sorted(found | set(_by_pronoun(masked, speaking))))


def _cast(
    known: Sequence[Entity], speaking: Sequence[str]
) -> Iterator[tuple[Entity, tuple[str, ...]]]:
    """Everybody who may be named, each with the names that their words are filed under."""
    filed: set[str] = set()
    for entity in known:
        spoken = tuple(sorted({fold(s) for s in entity.spellings} & set(speaking)))
        filed |= set(spoken)
        yield _called(entity.id, entity.spellings), spoken
    for name in speaking:
        if name not in filed and name not in (*_SELF, *_OTHER):
            yield _called(f"speaker {name}", [name]), (name,)


def _called(id: str, spellings: Iterable[str]) -> Entity:
    aliases = tuple(Alias(text=spelling.lower(), confirmed=True) for spelling in spellings)
    return Entity(id=id, kind=FactKind.PERSON, name=aliases[0].text, aliases=aliases)


def _named(masked: str) -> Iterator[int]:
    """Places in a query, its names masked, of those asked for as speakers."""
    for pattern in _compiled(_NAME):
        for found in pattern.finditer(masked):
            yield found.start("who")
            if "both" in pattern.groupindex and found["both"]:
                yield masked.index(_NAME, found.start("both"))


def _by_pronoun(masked: str, speaking: Sequence[str]) -> Iterator[str]:
    for pronouns, names in (("我(?!们)|\\bi\\b", _SELF), ("[你您](?!们)|\\byou\\b", _OTHER)):
        held = [name for name in names if name in speaking]
        if held and any(p.search(masked) for p in _compiled(f"(?:{pronouns})")):
            yield from held


@cache
def _compiled(who: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p.replace("<who>", f"(?P<who>{who})")) for p in _PATTERNS)
