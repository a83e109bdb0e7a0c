"""A book on its way out: its chapters in reading order, in the form asked for."""

from collections.abc import Mapping
from uuid import NAMESPACE_URL, uuid5

from ingest.manuscript import Leaf, as_epub, as_markdown, as_text
from ingest.structure import book
from lorepack.ports import Edition, Revision
from lorepack.records import ManuscriptFormat
from text.scripts import mostly_han


def write_manuscript(
    edition: Edition, written: Mapping[str, Revision], form: ManuscriptFormat, title: str
) -> bytes:
    """Write a book out.

    Args:
        edition: Its shape; drafts and the trash stay in.
        written: The texts of its chapters by id.
        form: As what.
        title: Its title, for the forms that have a place for one.
    """
    lines = {v.id: v.heading for v in edition.volumes}
    leaves = [
        Leaf(
            volume=c.volume,
            volume_heading=lines.get(c.volume_id or "", ""),
            label=c.label,
            title=c.title,
            heading=written[c.id].heading,
            text=written[c.id].text,
        )
        for c in book(edition)
    ]
    if form is ManuscriptFormat.TXT:
        return as_text(title, leaves)
    if form is ManuscriptFormat.MD:
        return as_markdown(title, leaves)
    language = "zh" if leaves and mostly_han(leaves[0].text) else "en"
    identifier = f"urn:uuid:{uuid5(NAMESPACE_URL, title)}"
    return as_epub(title, leaves, language=language, identifier=identifier)
