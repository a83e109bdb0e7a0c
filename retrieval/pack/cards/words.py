"""The chapter card in words."""

from collections.abc import Iterator

from lorepack.records import ChapterCard
from retrieval.pack.cards.reading import read_free_card

LABELS = {
    "title": ("标题", "Title"),
    "goal": ("目标", "Goal"),
    "must_happen": ("必须发生", "Must happen"),
    "must_not": ("不得发生", "Must not happen"),
    "people": ("出场人物", "People"),
    "places": ("地点", "Places"),
    "items": ("物件", "Items"),
    "foreshadow_codes": ("涉及伏笔", "Foreshadows"),
    "pov": ("视角", "Point of view"),
    "ending_hook": ("结尾钩子", "Ending hook"),
    "text": ("说明", "Notes"),
}


def card_text(card: ChapterCard, position: int, *, chinese: bool) -> str:
    """The card as one text: a line for each field that its free text does not tell by itself."""
    head = f"第{position}章（全书顺序）" if chinese else f"Chapter {position} in reading order"
    lines = list(_lines(card, chinese=chinese))
    return "\n".join([head, *([card.text] if card.text and len(lines) == 1 else lines)])


def words(card: ChapterCard) -> str:
    """Everything the card says, for finding what it is about."""
    return "\n".join(_lines(card, chinese=True))


def _lines(card: ChapterCard, *, chinese: bool) -> Iterator[str]:
    told = read_free_card(card.text)
    for field, (zh, en) in LABELS.items():
        value: str | tuple[str, ...] = getattr(card, field)
        said = value if isinstance(value, str) else ("；" if chinese else "; ").join(value)
        if said and (field == "text" or value != getattr(told, field)):
            yield f"{zh}：{said}" if chinese else f"{en}: {said}"
