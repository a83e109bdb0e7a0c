"""Reading a story bible out of a file."""

from ingest.bible.entries import MOST_ENTRIES, entries_of
from ingest.bible.markdown_tree import markdown_tree
from ingest.bible.yaml_tree import yaml_tree
from ingest.content import settled
from ingest.own_packs import refuse_packs
from lorepack.errors import InvalidInputError
from lorepack.records import Bible, BibleFormat

MOST_BYTES = 2 << 20

_ENDINGS = {
    **dict.fromkeys(("yaml", "yml", "json"), BibleFormat.YAML),
    **dict.fromkeys(("md", "markdown", "txt"), BibleFormat.MARKDOWN),
}


def form_of(name: str) -> BibleFormat:
    """The form of a file of this name.

    Raises:
        InvalidInputError: Its ending tells none.
    """
    form = _ENDINGS.get(name.rpartition(".")[2].lower())
    if form is None:
        raise InvalidInputError(f"{name}: name a file that ends with .{', .'.join(_ENDINGS)}")
    return form


def read_bible(data: bytes, form: BibleFormat) -> Bible:
    """Read a file's bytes.

    Raises:
        InvalidInputError: It is no UTF-8, too large, not of that form, or holds a pack that was
            handed out; the text says where.
    """
    if len(data) > MOST_BYTES:
        raise InvalidInputError(
            f"{len(data):,} bytes are too many for a story bible; {MOST_BYTES:,} are allowed"
        )
    try:
        text = settled(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"this is no UTF-8: see byte {error.start}") from error
    refuse_packs(text)
    tree = {BibleFormat.YAML: yaml_tree, BibleFormat.MARKDOWN: markdown_tree}[form]
    bible = entries_of(tree(text))
    if len(bible.entries) > MOST_ENTRIES:
        raise InvalidInputError(
            f"{len(bible.entries):,} entries are too many; {MOST_ENTRIES:,} are allowed at once"
        )
    return bible
