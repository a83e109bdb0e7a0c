"""The registry as a table."""

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.registry_files import COLUMNS, TableFormat, imported, read_table, written
from lorepack.errors import InvalidInputError
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind, Scope

SCOPE = Scope(project="book")
CHAPTERS = [f"c{n}" for n in range(1, 10)]
ORDER = {id: at for at, id in enumerate(CHAPTERS)} | {"trashed": 3}
CSV, JSON = TableFormat.CSV, TableFormat.JSON

LIN = Entity(
    id="lin",
    kind=FactKind.PERSON,
    name="林墨",
    aliases=(
        Alias(text="林墨"),
        Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="c2", to_chapter="c4"),
    ),
    known_from="c1",
)


def taken(text: str | bytes, *registry: Entity, form: TableFormat = CSV) -> list[Entity]:
    data = text.encode() if isinstance(text, str) else text
    return imported(SCOPE, registry, read_table(data, form), ORDER, CHAPTERS)


def test_a_row_is_an_alias_and_chapters_are_positions() -> None:
    assert list(csv.DictReader(StringIO(written([LIN], CHAPTERS, CSV)))) == [
        dict(zip(COLUMNS, ("林墨", "person", "林墨", "name", "", "", ""), strict=True)),
        dict(zip(COLUMNS, ("林墨", "person", "掌柜", "role", "2", "4", ""), strict=True)),
    ]
    assert json.loads(written([LIN], CHAPTERS, JSON))[1] == {
        "entity": "林墨",
        "kind": "person",
        "alias": "掌柜",
        "alias_kind": "role",
        "from": 2,
        "to": 4,
        "confirmed": False,
    }


def test_what_is_gone_or_only_proposed_is_not_written() -> None:
    others = [
        replace(LIN, id=origin, origin=origin)
        for origin in (EntityOrigin.PROPOSED, EntityOrigin.REJECTED, EntityOrigin.MERGED)
    ]
    assert written(others, CHAPTERS, JSON) == "[]"


def test_a_chapter_outside_the_book_is_written_as_its_id() -> None:
    bound = replace(LIN, aliases=(Alias(text="林墨", from_chapter="trashed"),))
    assert json.loads(written([bound], CHAPTERS, JSON))[0]["from"] == "trashed"
    assert taken(written([bound], CHAPTERS, CSV), bound) == [bound]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_spreadsheets_write_is_read(mark: str, delimiter: str, end: str) -> None:
    rows = [
        ("Entity", "alias", "to"),
        ("沈青衣", "青衣", "3"),
        ("", "", ""),
        ("“寒,江;剑”", "", ""),
    ]
    quoted = [delimiter.join(f'"{cell}"' for cell in row) for row in rows]
    sheet = mark + end.join(quoted) + end
    one, other = taken(sheet)
    assert one.aliases == (Alias(text="沈青衣"), Alias(text="青衣", to_chapter="c3"))
    assert other.spellings == ("“寒,江;剑”",)


def test_a_table_updates_what_it_speaks_of_and_leaves_the_rest() -> None:
    shen = replace(LIN, id="shen", name="沈青衣", aliases=(Alias(text="沈青衣"),))
    sheet = "entity,kind,alias,alias_kind,from\n林墨,place,掌柜,role,5\n"
    lin, same = taken(sheet, LIN, shen)
    assert same == shen
    assert (lin.id, lin.kind, lin.origin) == ("lin", FactKind.PLACE, EntityOrigin.AUTHOR)
    assert lin.aliases[1] == Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="c5")


def test_chapters_may_be_told_by_id() -> None:
    (new,) = taken('[{"entity": "林墨", "alias": "石头", "from": "c2", "to": 7}]', form=JSON)
    assert new.aliases[1] == Alias(text="石头", from_chapter="c2", to_chapter="c7")


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("entity,alias\n林墨,他\n", r"line 2, column alias: '他' is a pronoun"),
        ("entity,alias\n林墨,阿墨\n林墨,叶\n", r"line 3, column alias: '叶' is one character"),
        ("entity,alias\n林墨,掌柜\n", "line 2, column alias: '掌柜' is a title"),
        ("entity,kind\n林墨,money\n", "line 2, column kind: 'money' is none of person"),
        ("entity,kind\n林墨,person\n林墨,place\n", "line 3, column kind: 'place', and 'person'"),
        ("entity,alias,alias_kind\n林墨,阿墨,pet\n", "line 2, column alias_kind: 'pet'"),
        ("entity,alias,from\n林墨,阿墨,12\n", r"line 2, column from: .*'12'; .* from 1 to 9"),
        ("entity,alias,to\n林墨,阿墨,²\n", "line 2, column to: there is no chapter '²'"),
        ("entity,alias,confirmed\n林墨,叶,maybe\n", "line 2, column confirmed: 'maybe'"),
        ("entity,alias,from,to\n林墨,阿墨,4,2\n", "line 2, column alias: .* upside down"),
        ("entity,alias\n,阿墨\n", "line 2, column entity: a name is empty"),
        ("entity,alias\n林墨,阿墨,x\n", "line 2 has 3 cells"),
        ("name,alias\n林墨,阿墨\n", "line 1: there is no column 'name'; there are: entity"),
        ("alias\n阿墨\n", "line 1 needs the column 'entity'"),
        ("entity,entity\n阿墨,阿墨\n", "each column once"),
        ('entity,alias\n"林墨,阿墨\n', "line 2: unexpected end of data"),
        ("", "line 1 needs the column 'entity'"),
    ],
)
def test_an_error_names_line_and_column(sheet: str, why: str) -> None:
    with pytest.raises(InvalidInputError, match=why):
        taken(sheet)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("{", "no JSON"),
        ('{"entity": 1}', "no JSON list"),
        ("[1]", "entry 1 is no JSON object"),
        ('[{"entity": "林墨"}, {"entity": "林墨", "x": 1}]', "entry 2: there is no column 'x'"),
        ('[{"entity": "\\ud800"}]', "entry 1, column entity: .*no text"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_json_that_is_no_table_is_refused(table: str, why: str) -> None:
    with pytest.raises(InvalidInputError, match=why):
        taken(table, form=JSON)


def test_what_is_no_utf8_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidInputError, match="byte 7 is wrong; save it as UTF-8"):
        taken(b"entity\n" + "林墨".encode("gb18030"))


@pytest.mark.parametrize("text", ["=1+1", "+44", "-x", "@home", "'=x", "''-", "'quoted'", "\tx=1"])
def test_no_cell_is_a_formula_and_every_one_comes_back(text: str) -> None:
    name = " ".join(text.split())
    entity = replace(LIN, aliases=(*LIN.aliases, Alias(text=name)))
    sheet = written([entity], CHAPTERS, CSV)
    cells = [cell for row in csv.reader(StringIO(sheet)) for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert taken(sheet, entity) == [entity]


names = st.text("甲乙aB =-+@',;\"\t|.林", min_size=2, max_size=6).map(lambda t: " ".join(t.split()))
words = names.filter(lambda name: len(name) > 1)


@st.composite
def registries(draw: st.DrawFn) -> list[Entity]:
    called = draw(st.lists(words, unique_by=str.lower, max_size=4))
    return [
        Entity(
            id=f"e{at}",
            kind=draw(st.sampled_from((FactKind.PERSON, FactKind.OBJECT))),
            name=name,
            origin=draw(st.sampled_from((EntityOrigin.FOUND, EntityOrigin.AUTHOR))),
            aliases=(
                Alias(text=name, confirmed=draw(st.booleans())),
                *(
                    Alias(
                        text=text,
                        kind=draw(st.sampled_from(AliasKind)),
                        from_chapter=draw(st.sampled_from((None, "c1", "c2"))),
                        to_chapter=draw(st.sampled_from((None, "c3", "c9"))),
                    )
                    for text in draw(st.lists(words, unique_by=str.lower, max_size=3))
                    if text != name
                ),
            ),
        )
        for at, name in enumerate(called)
    ]


@settings(max_examples=200)
@given(registries(), st.sampled_from(TableFormat))
def test_importing_what_was_exported_changes_nothing(
    registry: list[Entity], form: TableFormat
) -> None:
    table = written(registry, CHAPTERS, form)
    assert taken(table, *registry, form=form) == registry


@settings(max_examples=100)
@given(registries(), st.sampled_from(TableFormat))
def test_a_registry_is_carried_to_another_project(
    registry: list[Entity], form: TableFormat
) -> None:
    def told(entities: list[Entity]) -> list[tuple[str, FactKind, set[Alias]]]:
        return [(e.name, e.kind, set(e.aliases)) for e in entities]

    assert told(taken(written(registry, CHAPTERS, form), form=form)) == told(registry)
