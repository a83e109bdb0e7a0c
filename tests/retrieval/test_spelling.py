"""Where a name stands as a name, and not as mere letters."""

import pytest

from lorepack.records import Passage
from retrieval.pack.people.spelling import Spelling
from text.aliases import plain


def found(name: str, text: str, *others: str) -> list[str]:
    """The words of a text at which a name stands, among other names."""
    passage = Passage(
        id="p", chapter_id="c", order_key=1, start=40, end=40 + len(text), text=text,
        following="", importance=0.5,
    )  # fmt: skip
    spelling = Spelling.of(name, {other: plain(other) for other in (name, *others)})
    return [text[place.start - 40 : place.end - 40] for place in spelling.places(passage)]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Ann", "Anna came. Ann went; so did ANN.", ["Ann", "ANN"]),
        ("Mr. Vale", "Mr Vale sat by Mr.\nVale the elder.", ["Mr Vale", "Mr.\nVale"]),
        ("马忠", "他翻身下马。忠曰：“走。”马忠不答。", ["马忠"]),
        ("馬忠", "马忠不答。", ["马忠"]),
        ("Blair", "Blair's shop, the Blairs’ shop, Blair’s door.", ["Blair", "Blair"]),
        ("James", "James's hat and James' coat.", ["James", "James"]),
    ],
)
def test_a_name_stands_as_whole_words_without_a_foreign_mark_in_it(
    name: str, text: str, expected: list[str]
) -> None:
    assert found(name, text) == expected


@pytest.mark.parametrize(
    ("name", "text", "other", "expected"),
    [
        ("林动", "林动天来了，林动没有来。", "林动天", ["林动"]),
        ("Ann", "Ann Lee came, and Ann went.", "Ann Lee", ["Ann"]),
    ],
)
def test_within_a_longer_name_it_is_somebody_else(
    name: str, text: str, other: str, expected: list[str]
) -> None:
    assert found(name, text, other) == expected
    assert len(found(name, text)) == 2
