"""How the guard reads a text: names, values, negations and words in clauses."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Alias, Entity, FactKind
from story.guard.alignment import Ground
from story.guard.names import Names, NameUse, local_names
from story.guard.reading import Kind, Reading, Token, read
from tests.strategies import body
from text.aliases import AliasMatcher

REGISTRY = AliasMatcher(
    [
        Entity(
            id="vale",
            kind=FactKind.PERSON,
            name="Martin Vale",
            aliases=(Alias(text="Martin Vale"), Alias(text="Vale")),
        ),
        Entity(
            id="shen",
            kind=FactKind.PERSON,
            name="沈砚秋",
            aliases=(Alias(text="沈砚秋"), Alias(text="沈先生")),
        ),
    ]
)
sources = st.integers(0, 2**32).map(lambda seed: body(Random(seed), 8))


def reading(text: str) -> Reading:
    return read(text, Names(REGISTRY, None, local_names(text)).find(text))


def tokens(text: str) -> list[Token]:
    return [token for clause in reading(text).clauses for token in clause.tokens]


def kinds(text: str) -> list[tuple[Kind, str]]:
    return [(token.kind, token.key) for token in tokens(text) if token.kind is not Kind.WORD]


@given(sources)
@settings(deadline=None)
def test_tokens_stand_in_order_and_never_overlap(text: str) -> None:
    reached = 0
    for token in tokens(text):
        assert reached <= token.start < token.end <= len(text)
        reached = token.end


@given(sources)
@settings(deadline=None)
def test_every_clause_stands_inside_its_sentence(text: str) -> None:
    found = reading(text)
    for clause in found.clauses:
        sentence = found.sentences[clause.sentence]
        assert sentence.start <= clause.start < clause.end <= sentence.end


@given(sources)
@settings(deadline=None, max_examples=50)
def test_every_clause_of_a_source_is_found_in_it(text: str) -> None:
    found = reading(text)
    ground = Ground(found)
    for clause in found.clauses:
        for stretch in ground.stretches([clause]):
            told = [each for place in stretch.places for each in ground.told([clause], place)]
            wanted = {token.key for token in clause.tokens if token.is_term}
            assert any(wanted <= {token.key for token in each.tokens} for each in told)


def test_names_values_and_negations_are_told_apart() -> None:
    assert kinds("沈先生没有付三百两，Vale未到。") == [
        (Kind.NAME, "shen"),
        (Kind.NEGATION, "没"),
        (Kind.VALUE, "三百两"),
        (Kind.NAME, "vale"),
        (Kind.NEGATION, "未"),
    ]
    assert kinds("Martin Vale didn't pay twelve shillings; he cannot.") == [
        (Kind.NAME, "vale"),
        (Kind.NEGATION, "n't"),
        (Kind.VALUE, "twelve shillings"),
        (Kind.NEGATION, "not"),
    ]


@pytest.mark.parametrize("text", ["他不禁笑了。", "不久他来了。", "没收钥匙。", "他差不多好了。"])
def test_a_set_phrase_denies_nothing(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "fates"),
    [
        ("他死了。", ["dead"]),
        ("他被人杀死。", ["killed", "killed"]),
        ("他拼死守城。", []),
        ("众人杀出城门。", []),
        ("骑兵追杀三里。", []),
        ("国家危亡。", []),
        ("他还活着。", ["alive"]),
        ("She died; he was killed.", ["dead", "killed"]),
    ],
)
def test_words_of_life_and_death_are_known(text: str, fates: list[str]) -> None:
    assert [token.fate for token in tokens(text) if token.fate] == fates


def test_what_holds_no_word_belongs_to_the_clause_that_follows() -> None:
    found = reading("沈先生，Vale，三百两，都不见了。")
    assert [len(clause.tokens) for clause in found.clauses] == [7]


def test_a_number_inside_a_name_is_no_value() -> None:
    four = Entity(id="liu", kind=FactKind.PERSON, name="刘四爷", aliases=(Alias(text="刘四爷"),))
    text = "刘四爷走了四里。"
    use = AliasMatcher([four]).find(text)[0]
    found = read(text, [NameUse(start=use.start, end=use.end, text="刘四爷", key="liu")])
    assert [fact.text for fact in found.facts] == ["四里"]


def test_names_that_only_a_text_shows_are_found() -> None:
    text = "赵明远推开门。“谁？”赵明远问道。He met Colonel Ashby near Greystone, said Ashby."
    assert {"赵明远", "Colonel Ashby", "Greystone"} <= local_names(text)


def test_a_name_may_mean_the_same_as_a_longer_one() -> None:
    def use(text: str, key: str = "") -> NameUse:
        return NameUse(start=0, end=len(text), text=text, key=key or text)

    assert use("Prince Andrew").same(use("Andrew"))
    assert use("砚秋").same(use("沈砚秋"))
    assert use("沈先生", "shen").same(use("沈砚秋", "shen"))
    assert not use("Anna").same(use("Joanna"))
    assert not use("Anna Lowe").same(use("Anna Vale"))
