"""What the parts of a chapter card are called when an author writes it freely."""

import re
from typing import NamedTuple

_HAN = {
    "title": "章节标题 标题 章题 章名 题目",
    "goal": "目标 目的 任务",
    "must_happen": "必须发生 必须写到 必须写 必写 必有情节",
    "must_not": "不得发生 不可发生 不能发生 不得写 不要写 不能写 禁止 禁写 不得",
    "people": "出场人物 登场人物 出场角色 登场角色 人物 角色 出场",
    "places": "地点 场景 场所",
    "items": "物件/道具 物品/道具 道具/物件 物件 道具 物品",
    "foreshadow_codes": "伏笔代码 伏笔编号 伏笔 伏线",
    "pov": "叙事视角 叙述视角 视角",
    "ending_hook": "结尾钩子 章末钩子 结尾悬念 章末悬念 钩子 悬念 结尾 章末",
    "text": "说明 备注",
}
_LATIN = {
    "title": "chapter title|title",
    "goal": "goals?|aim|objective|purpose",
    "must_happen": "must[-_ ]happen|must include|has to happen",
    "must_not": "must[-_ ]not(?:[-_ ]happen)?|avoid|forbidden",
    "people": "characters?|people|persons|cast",
    "places": "places?|locations?|settings?|scenes?",
    "items": "items?|props?|objects?|things",
    "foreshadow_codes": "foreshadow(?:ing)?(?:[_ ]codes?)?|foreshadows",
    "pov": "point[_ ]of[_ ]view|viewpoint|pov",
    "ending_hook": "ending[_ ]hook|chapter hook|final hook|hook|cliff-?hanger|ending",
    "text": "notes?",
}
_OPENED, _CLOSED = r"(?:\*\*|__|【|\[)?", r"(?:\*\*|__|】|\])?"
_COLON = rf"\s*(?:[：:]{_CLOSED})"


def _named() -> str:
    """Every label, in a group of its own by which its field is known."""
    han = "|".join(f"(?P<h_{field}>{'|'.join(said.split())})" for field, said in _HAN.items())
    latin = "|".join(f"(?P<l_{field}>{said})" for field, said in _LATIN.items())
    return (
        rf"{_OPENED}(?:(?:(?:这一|本|这)[章回节])?的?(?:主要|涉及|相关|关键)?的?(?:{han})"
        rf"|(?:(?:the|this chapter['’]s|this|chapter['’]?s?|main|key)\s+)*(?:{latin})"
        rf"(?:\s+(?:in|of|for)\s+(?:this|the)\s+chapter)?\b){_CLOSED}"
    )


_LABEL = re.compile(rf"{_named()}(?:{_COLON}|(?<=出场人物)(?:包括|有|为|是))", re.IGNORECASE)
_ALONE = re.compile(
    rf"\s*(?:(?P<heading>#{{1,6}})\s*)?(?:[一二三四五六七八九十]{{1,3}}、|\d{{1,2}}[.、)）])?\s*"
    rf"{_named()}\s*(?:[：:]{_CLOSED})?\s*#*\s*",
    re.IGNORECASE,
)
_ENDS = frozenset(".!?;,:。！？；，：、…—-|)）」』”’\"'】]")
"""What may stand before a label inside a line: a label opens something new."""


class Label(NamedTuple):
    """A label in a line, and the field that its words go to."""

    field: str
    start: int
    end: int
    """Behind its colon."""


def labels(line: str) -> list[Label]:
    """The labels of a line, in order: at its beginning, or behind the end of something."""
    return [
        Label(_field(found), found.start(), found.end())
        for found in _LABEL.finditer(line)
        if _opens(line, found)
    ]


def label_alone(line: str) -> tuple[str, bool] | None:
    """The field of a line that is a label and nothing else, and whether it is a heading."""
    found = _ALONE.fullmatch(line)
    return (_field(found), found["heading"] is not None) if found else None


def _field(found: re.Match[str]) -> str:
    return next(name[2:] for name, said in found.groupdict().items() if said and name != "heading")


def _opens(line: str, found: re.Match[str]) -> bool:
    before = line[: found.start()]
    if not before.strip():
        return True
    spaced = before[-1].isspace() and not found[0].lstrip("*_【[")[:1].isascii()
    return spaced or before.rstrip()[-1] in _ENDS
