"""Commands for the registry: people, places, organisations, objects and what they are called."""

from pathlib import Path
from typing import Annotated

import typer

from cli import entity_reports, output
from cli.files import read_bytes, write_bytes
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from ingest.registry_files import TableFormat
from lorepack.errors import InvalidInputError
from lorepack.records import Alias, AliasKind, EntityView, FactKind, Scope
from providers.lac import LacTagger
from runtime.registry import registry_of

app = typer.Typer(
    no_args_is_help=True,
    help="People, places, organisations, objects, and the names by which the book calls them.",
)

Named = Annotated[str, typer.Argument(help="Name, alias or id of an entity.")]
Several = Annotated[list[str], typer.Argument(help="Names, aliases or ids of entities.")]
Name = Annotated[str, typer.Argument(help="The name.")]
Kind = Annotated[FactKind, typer.Option("--kind", help="person, place, organisation or object.")]
Confirm = Annotated[
    bool, typer.Option("--confirm", help="Vouch for a name of one character, or for a bare title.")
]
Format = Annotated[
    TableFormat | None, typer.Option("--format", help="Else what the file's name ends with.")
]


@app.command("list")
def list_(
    project: Project,
    everything: Annotated[
        bool, typer.Option("--all", help="The proposed, rejected and merged ones too.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List the registry, the most mentioned first."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).entities(everything=everything)
    (output.print_json if as_json else entity_reports.print_entities)(found)


@app.command()
def show(
    project: Project, entity: Named, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """Show one entity and its names."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).entity(entity)
    _tell(found, as_json=as_json)


@app.command()
def add(
    project: Project,
    name: Name,
    kind: Kind = FactKind.PERSON,
    alias: Annotated[list[str] | None, typer.Option("--alias", help="Another name.")] = None,
    confirm: Confirm = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Register somebody or something."""
    own = [Alias(text=name, confirmed=True)] if confirm else []
    others = [Alias(text=text, kind=AliasKind.NAME) for text in alias or []]
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).add(name, kind, [*own, *others])
    _tell(found, as_json=as_json)


@app.command()
def alias(
    project: Project,
    entity: Named,
    text: Annotated[str, typer.Argument(help="The other name.")],
    kind: Annotated[
        AliasKind, typer.Option("--kind", help="What sort of name it is.")
    ] = AliasKind.NAME,
    first: Annotated[
        str | None, typer.Option("--from", help="First chapter in which it means this entity.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", help="Last chapter in which it means this entity.")
    ] = None,
    confirm: Confirm = False,
    change: Annotated[
        bool, typer.Option("--change", help="Put this in place of what is said of that name.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Give an entity another name, or say something else about one."""
    new = Alias(text=text, kind=kind, from_chapter=first, to_chapter=last, confirmed=confirm)
    with open_data(data_dir) as library:
        registry = registry_of(library, Scope(project=project))
        found = (registry.change_alias if change else registry.add_alias)(entity, new)
    _tell(found, as_json=as_json)


@app.command()
def unalias(
    project: Project,
    entity: Named,
    text: Annotated[str, typer.Argument(help="The name to take away.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Take a name away from an entity."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).remove_alias(entity, text)
    _tell(found, as_json=as_json)


@app.command()
def rename(
    project: Project,
    entity: Named,
    name: Name,
    confirm: Confirm = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Call an entity by another name; the former one stays an alias."""
    with open_data(data_dir) as library:
        registry = registry_of(library, Scope(project=project))
        found = registry.edit(entity, name=name, confirmed=confirm)
    _tell(found, as_json=as_json)


@app.command("kind")
def kind_(
    project: Project,
    entity: Named,
    kind: Annotated[FactKind, typer.Argument(help="person, place, organisation or object.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Say what an entity is."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).edit(entity, kind=kind)
    _tell(found, as_json=as_json)


@app.command()
def remove(project: Project, entity: Named, data_dir: DataDir = None) -> None:
    """Delete an entity; one that the text makes known by itself is rejected instead."""
    with open_data(data_dir) as library:
        registry_of(library, Scope(project=project)).remove(entity)
    output.out().print(f"{entity} removed", markup=False)


@app.command()
def accept(
    project: Project, entities: Several, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """Let what was found or proposed stand."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).accept(entities)
    (output.print_json if as_json else entity_reports.print_entities)(found)


@app.command()
def reject(
    project: Project, entities: Several, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """Say that names are nobody's: they are never found or proposed again."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).reject(entities)
    (output.print_json if as_json else entity_reports.print_entities)(found)


@app.command()
def merge(
    project: Project,
    entity: Named,
    into: Annotated[str, typer.Argument(help="The entity that it is.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Say that two are the same: the names of the one become aliases of the other."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).merge(entity, into)
    _tell(found, as_json=as_json)


@app.command()
def split(
    project: Project,
    entity: Named,
    aliases: Annotated[list[str], typer.Argument(help="The names that belong to another one.")],
    name: Annotated[str | None, typer.Option("--name", help="Else the first of them.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Say that some names of an entity belong to another one."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).split(entity, aliases, name)
    _tell(found, as_json=as_json)


@app.command()
def propose(
    project: Project,
    patterns: Annotated[
        bool, typer.Option("--patterns", help="Go by patterns alone, without the model.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Look for names that nobody speaks for yet, to be accepted or rejected."""
    tagger = None if patterns else LacTagger().names
    with open_data(data_dir) as library, output.progress_bars() as progress:
        found = registry_of(library, Scope(project=project)).propose(tagger, progress)
    (output.print_json if as_json else entity_reports.print_proposals)(found)


@app.command()
def proposals(project: Project, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """List what is proposed, with what speaks for it."""
    with open_data(data_dir) as library:
        found = registry_of(library, Scope(project=project)).proposals()
    (output.print_json if as_json else entity_reports.print_proposals)(found)


@app.command("import")
def import_(
    project: Project,
    file: Annotated[Path, typer.Argument(help="A table, CSV or JSON, as `entity export` has it.")],
    form: Format = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Take over what a table says of entities and their names, all of it or nothing."""
    data = read_bytes(file)
    with open_data(data_dir) as library:
        try:
            registry = registry_of(library, Scope(project=project))
            found = registry.import_table(data, form or _form(file))
        except InvalidInputError as error:
            raise InvalidInputError(f"{file}: {error}") from error
    (output.print_json if as_json else entity_reports.print_entities)(found)


@app.command()
def export(
    project: Project,
    file: Annotated[Path | None, typer.Argument(help="A file to write; else stdout.")] = None,
    form: Format = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Write the registry out as a table that a spreadsheet reads."""
    with open_data(data_dir) as library:
        wanted = form or (_form(file) if file else TableFormat.CSV)
        table = registry_of(library, Scope(project=project)).export(wanted)
    if file is None:
        typer.echo(table, nl=False)
        return
    # Without the mark at its beginning, a spreadsheet takes a CSV file for one of its own country.
    encoding = "utf-8-sig" if wanted is TableFormat.CSV else "utf-8"
    write_bytes(file, table.encode(encoding), force=force)


def _form(file: Path) -> TableFormat:
    return TableFormat.JSON if file.suffix.lower() == ".json" else TableFormat.CSV


def _tell(found: EntityView, *, as_json: bool) -> None:
    (output.print_json if as_json else entity_reports.print_entity)(found)
