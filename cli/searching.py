"""Searching original words."""

from typing import Annotated

import typer

from cli import output
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project, Rewrite, said
from lorepack.records import MatchMode, Scope, SearchRequest

app = typer.Typer()


@app.command()
def search(
    project: Project,
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    as_of: Annotated[int | None, typer.Option("--as-of", help="Only chapters before it.")] = None,
    match: Annotated[MatchMode, typer.Option("--match", help="Ways of finding.")] = MatchMode.AUTO,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="Hits at the most.")] = 5,
    from_chapter: Annotated[
        int | None, typer.Option("--from", min=1, help="Only this chapter and later ones.")
    ] = None,
    to_chapter: Annotated[
        int | None, typer.Option("--to", min=1, help="Only this chapter and earlier ones.")
    ] = None,
    entity: Annotated[
        str | None, typer.Option("--entity", help="Only what mentions it: name, alias or id.")
    ] = None,
    speaker: Annotated[
        str | None, typer.Option("--speaker", help="Only what this one says in a transcript.")
    ] = None,
    since: Annotated[str | None, typer.Option("--since", help="Only said from then on.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Only said up to then.")] = None,
    asked_at: Annotated[
        str | None, typer.Option("--asked-at", help="The moment that 'last week' is counted from.")
    ] = None,
    rewrite: Rewrite = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Find original passages, to the letter and by meaning."""
    request = SearchRequest(
        query=said(query, "query"),
        as_of=as_of,
        match=match,
        k=k,
        from_chapter=from_chapter,
        to_chapter=to_chapter,
        entity=entity,
        speaker=speaker,
        since=since,
        until=until,
        asked_at=asked_at,
        rewrite=rewrite,
    )
    with open_data(data_dir) as library:
        result = library.search(Scope(project=project), request)
    (output.print_json if as_json else output.print_search)(result)
