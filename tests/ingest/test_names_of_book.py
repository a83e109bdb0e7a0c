"""Names that the book itself makes known."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.names import find_mentions, find_names
from lorepack.records import Entity, Scope
from tests.strategies import Book, books

SCOPE = Scope(project="book")
SPEAKS = "“走吧。”{0}说道。{0}笑道：“好。”“快些。”{0}说道。" * 4


def named(*texts: str, scope: Scope = SCOPE) -> list[Entity]:
    return find_names(scope, [(f"c{at}", text) for at, text in enumerate(texts)])


def test_a_name_is_known_from_the_chapter_that_makes_it_certain() -> None:
    (entity,) = named("雨。", SPEAKS.format("阮小二"), "阮小二走了。")
    assert (entity.name, entity.known_from) == ("阮小二", "c1")
    assert entity.name in entity.aliases


def test_ids_stay_and_belong_to_the_project() -> None:
    text = SPEAKS.format("阮小二")
    assert named(text) == named(text)
    assert named("雨。", text)[0].id == named(text)[0].id
    assert named(text)[0].id != named(text, scope=Scope(project="other"))[0].id


@given(book=books(2, 6, sentences=20), data=st.data())
@settings(max_examples=30)
def test_the_first_chapters_make_known_the_same_whatever_follows(
    book: Book, data: st.DataObject
) -> None:
    texts = [body for _, body in book.chapters]
    length = data.draw(st.integers(1, len(texts)))
    known = {f"c{at}" for at in range(length)}
    assert [e for e in named(*texts) if e.known_from in known] == named(*texts[:length])


def test_mentions_are_the_slices_of_the_names() -> None:
    text = SPEAKS.format("阮小二")
    entities = named(text)
    found = find_mentions(entities, {"c0": text, "c1": "雨。"})
    assert found["c1"] == []
    assert {text[m.start : m.end] for m in found["c0"]} == {"阮小二"}
    assert len(found["c0"]) == text.count("阮小二")
