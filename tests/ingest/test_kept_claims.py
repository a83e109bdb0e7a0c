"""Claims as they are kept, and what makes them stale."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.kept_claims import GRAMMAR, dump_claims, load_claims, signature
from lorepack.records import Alias, Entity, FactKind
from story.claims import ClaimKind, Names, read_claims
from tests.story.told import NAMES
from tests.strategies import Book, books, hostile_texts

TOLD = """沈砚秋今年二十七岁，是筑基初期的修士。沈砚秋欠周老三三百两银子。
周老三是苏小满的父亲。一行人走了八天。陆青禾不知道周老三换走了海图。
“周老三死了。”苏小满说道。沈砚秋把铜铃交给了陆青禾。沈砚秋咳了两声，气绝身亡。后来沈砚秋死而复生。
Tom Reed was a sergeant. Tom Reed was promoted. Martin gave the brass key to Ada. Martin Vale died.
"""
DIGEST = "07424bc635a88fe1"


def signed(text: str, names: Names) -> str:
    return signature(sha256(text.encode()).hexdigest(), names.mark(text))


def person(name: str, *others: str, kind: FactKind = FactKind.PERSON) -> Entity:
    aliases = tuple(Alias(text=text) for text in (name, *others))
    return Entity(id=name, kind=kind, name=name, aliases=aliases)


@given(book=books())
def test_claims_come_back_as_they_were(book: Book) -> None:
    for text in (TOLD, *(body for _, body in book.chapters)):
        claims = read_claims(text, NAMES)
        assert load_claims(dump_claims(claims), text) == claims


@given(text=hostile_texts() | st.text(max_size=60))
def test_claims_of_hostile_texts_come_back_too(text: str) -> None:
    claims = read_claims(f"沈砚秋{text}陆青禾", NAMES)
    assert load_claims(dump_claims(claims), f"沈砚秋{text}陆青禾") == claims


def test_the_same_text_with_the_same_names_has_the_same_signature() -> None:
    names = [person("林墨", "阿墨"), person("苏小满")]
    one = signed("林墨来了。", Names(names))
    assert signed("林墨来了。", Names([*reversed(names), person("何人不提")])) == one


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("林墨走了。", [person("林墨")]),
        ("林墨来了。", []),
        ("林墨来了。", [person("林墨", kind=FactKind.PLACE)]),
        ("林墨来了。", [person("林墨来")]),
        ("林墨来了。", [person("墨来"), person("林墨x")]),
    ],
    ids=["text", "no name", "kind", "longer name", "another name"],
)
def test_another_text_or_another_name_in_it_has_another_signature(
    text: str, names: list[Entity]
) -> None:
    assert signed(text, Names(names)) != signed("林墨来了。", Names([person("林墨")]))


def test_another_bearer_of_the_name_has_another_signature() -> None:
    lin, other = person("林墨"), Entity(
        id="another", kind=FactKind.PERSON, name="林墨", aliases=(Alias(text="林墨"),)
    )  # fmt: skip
    assert signed("林墨来了。", Names([lin])) != signed("林墨来了。", Names([other]))


def test_another_grammar_has_another_version() -> None:
    """Fails when claims are read otherwise: then count `GRAMMAR` up and put the new digest here."""
    claims = read_claims(TOLD, NAMES)
    assert {claim.kind for claim in claims} == set(ClaimKind), "every kind is watched"
    assert (GRAMMAR, sha256(dump_claims(claims).encode()).hexdigest()[:16]) == (2, DIGEST)
