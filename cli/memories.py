"""Commands for memories: rules, outlines, states, foreshadows and what else is written down."""

from collections import defaultdict
from pathlib import Path
from typing import Annotated

import typer

from cli import memory_reports, output
from cli.files import read_bytes, write_bytes
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from ingest.bible import form_of, read_bible, write_bible
from ingest.memories import BibleImporter
from lorepack.errors import InvalidInputError
from lorepack.records import MemoryDraft, MemoryEdit, MemoryKind, Scope

app = typer.Typer(
    no_args_is_help=True,
    help="What is to be remembered of the story: rules, outlines, states, foreshadows and more.",
)

Named = Annotated[
    str, typer.Argument(help="Id of a memory, its beginning, or a subject that only one is about.")
]
Kind = Annotated[MemoryKind, typer.Option("--kind", help="What it is.")]
OneKind = Annotated[MemoryKind | None, typer.Option("--kind", help="Only this kind.")]
Subject = Annotated[
    str | None, typer.Option("--subject", help="Whom or what it is about: a name, a code.")
]
Text = Annotated[str | None, typer.Option("--text", help="What it says; `-` reads it from stdin.")]
TextFile = Annotated[Path | None, typer.Option("--file", help="A file that holds the text.")]
Fields = Annotated[
    list[str] | None,
    typer.Option("--field", help="`name=value`; again for each one. Several of one name add up."),
]
First = Annotated[
    str | None, typer.Option("--from", help="Chapter that establishes it; else planned before.")
]
Last = Annotated[str | None, typer.Option("--to", help="Chapter that ends it.")]
Importance = Annotated[
    float | None, typer.Option("--importance", min=0, max=1, help="From 0 to 1.")
]
Visible = Annotated[
    str | None,
    typer.Option("--visible", help="Who may know it: author, reader:CHAPTER, person:NAME:CHAPTER."),
]
Base = Annotated[
    int | None, typer.Option("--base", help="Version it was read in; refused if it has changed.")
]


@app.command()
def add(
    project: Project,
    kind: Kind,
    text: Text = None,
    file: TextFile = None,
    subject: Subject = None,
    field: Fields = None,
    first: First = None,
    last: Last = None,
    importance: Importance = None,
    visible: Visible = None,
    supersedes: Annotated[
        str | None, typer.Option("--supersedes", help="Id of a memory it takes the place of.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Write something down; a foreshadow without a subject gets the next code."""
    draft = MemoryDraft(
        kind=kind,
        text=_text(text, file) or "",
        subject=subject or "",
        importance=0.5 if importance is None else importance,
        known_from=first,
        valid_to=last,
        fields=_fields(field),
        visibility=visible or "author",
        supersedes=supersedes,
    )
    with open_data(data_dir) as library:
        (made,) = library.memories(Scope(project=project)).add([draft])
    (output.print_json if as_json else memory_reports.print_memory)(made)


@app.command()
def edit(
    project: Project,
    memory: Named,
    text: Text = None,
    file: TextFile = None,
    subject: Subject = None,
    field: Fields = None,
    first: First = None,
    last: Last = None,
    importance: Importance = None,
    visible: Visible = None,
    base: Base = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Correct a memory: what is not said stays; an empty value takes a field or an end away."""
    change = MemoryEdit(
        subject=subject,
        text=_text(text, file),
        importance=importance,
        known_from=first,
        valid_to=last,
        fields=_fields(field),
        visibility=visible,
    )
    with open_data(data_dir) as library:
        editor = library.memories(Scope(project=project))
        done = editor.edit(memory, change, based_on=base)
    (output.print_json if as_json else memory_reports.print_memory)(done)


@app.command("list")
def list_(
    project: Project,
    kind: OneKind = None,
    subject: Subject = None,
    as_of: Annotated[
        int | None, typer.Option("--as-of", help="What holds just before that chapter, folded.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="What was taken away, replaced or is hidden, too.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List memories."""
    if as_of is not None and everything:
        raise InvalidInputError("--as-of and --all exclude each other: nothing hidden holds there")
    with open_data(data_dir) as library:
        editor = library.memories(Scope(project=project))
        if as_of is None:
            found = editor.listed(kind=kind, subject=subject, everything=everything)
        else:
            found = editor.as_of(as_of, kind=kind, subject=subject)
    (output.print_json if as_json else memory_reports.print_memories)(found)


@app.command()
def show(
    project: Project, memory: Named, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """Show one memory with its fields, facts and sources."""
    with open_data(data_dir) as library:
        found = library.memories(Scope(project=project)).get(memory)
    (output.print_json if as_json else memory_reports.print_memory)(found)


@app.command()
def history(
    project: Project,
    memory: Annotated[str | None, typer.Argument(help="Id of a memory; else name a kind.")] = None,
    kind: OneKind = None,
    subject: Subject = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show every version of a memory, or of all of a kind and a subject."""
    if (memory is None) == (kind is None):
        raise InvalidInputError("say whose history: either a memory or --kind, with --subject")
    with open_data(data_dir) as library:
        editor = library.memories(Scope(project=project))
        if memory is not None:
            found = editor.history(memory)
        else:
            found = editor.history_on(kind or MemoryKind.NOTE, subject)
    (output.print_json if as_json else memory_reports.print_history)(found)


@app.command()
def remove(project: Project, memory: Named, base: Base = None, data_dir: DataDir = None) -> None:
    """Take a memory away; its history stays, and `undo` brings it back."""
    with open_data(data_dir) as library:
        library.memories(Scope(project=project)).remove(memory, based_on=base)
    output.out().print(f"{memory} removed", markup=False)


@app.command("import")
def import_(
    project: Project,
    file: Annotated[Path, typer.Argument(help="A story bible: .yaml, .json or .md.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Over what was edited here since its last import.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Take over a story bible, all of it or nothing; the same file again changes nothing."""
    form, data = form_of(file.name), read_bytes(file)
    with open_data(data_dir) as library:
        try:
            importer = BibleImporter(editor=library.memories(Scope(project=project)))
            bible = read_bible(data, form)
            report = importer.run(bible, dry_run=dry_run, overwrite=overwrite)
        except InvalidInputError as error:
            raise InvalidInputError(f"{file}: {error}") from error
    (output.print_json if as_json else memory_reports.print_bible)(report)


@app.command()
def export(
    project: Project,
    file: Annotated[Path | None, typer.Argument(help="A .yaml file to write; else stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Write the author's memories out as a story bible that can be imported again."""
    with open_data(data_dir) as library:
        written = write_bible(library.memories(Scope(project=project)).own())
    if file is None:
        typer.echo(written, nl=False)
    else:
        write_bytes(file, written.encode(), force=force)


def _text(text: str | None, file: Path | None) -> str | None:
    if text is not None and file is not None:
        raise InvalidInputError("--text and --file exclude each other: say the text once")
    if text == "-":
        return typer.get_text_stream("stdin").read()
    if file is None:
        return text
    try:
        return read_bytes(file).decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"{file} is no UTF-8 text") from error


def _fields(given: list[str] | None) -> dict[str, object]:
    """Fields by name; one that is given several times is several values."""
    values: dict[str, list[str]] = defaultdict(list)
    for one in given or []:
        name, is_, value = one.partition("=")
        if not is_ or not name.strip():
            raise InvalidInputError(f"--field {one!r} is none: say name=value")
        values[name.strip()].append(value)
    return {name: said[0] if len(said) == 1 else tuple(said) for name, said in values.items()}
