"""The REST application."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.hosts import LoopbackHosts
from api.limits import MEGABYTE, BodyLimit
from api.problems import answers, problem, status_of
from api.routes import (
    changes,
    chapters,
    continuity,
    entities,
    facts,
    health,
    imports,
    jobs,
    memories,
    packs,
    profiles,
    projects,
    recalls,
    searches,
    volumes,
)
from lorepack.errors import LorepackError
from runtime.library import Library
from runtime.services import in_background
from runtime.settings import Settings

_ROUTES = (
    *(health, imports, projects, volumes, chapters, changes, entities, memories),
    *(facts, continuity, searches, packs, recalls, profiles, jobs),
)


def create_app(library: Library) -> FastAPI:
    """Build the application over an open library, whose index and jobs it works while it runs."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        with in_background(library):
            yield

    app = FastAPI(
        title="lorepack",
        summary="The memory of long-form writing.",
        version=version("lorepack"),
        lifespan=lifespan,
        responses=answers(400, 500, 503, 507),
    )
    app.state.library = library
    app.add_middleware(LoopbackHosts)
    app.add_middleware(BodyLimit, limit=partial(_body_limit, library.settings))
    for routes in _ROUTES:
        app.include_router(routes.router)
    app.add_exception_handler(LorepackError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unforeseen)
    return app


def _body_limit(settings: Settings, path: str) -> int:
    megabytes = settings.max_upload_mb if path == "/v1/import" else settings.max_body_mb
    return megabytes * MEGABYTE


def _refused(_: Request, error: Exception) -> JSONResponse:
    return problem(status_of(error), type(error).__name__, str(error))


def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError), "registered for this type alone"
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return problem(422, "RequestValidationError", f"{place}: {first['msg']}")


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException), "registered for this type alone"
    return problem(error.status_code, "HTTPException", str(error.detail), error.headers)


def _unforeseen(_: Request, error: Exception) -> JSONResponse:
    """A fault of ours: the server raises it again once this is sent, and its log tells the rest."""
    return problem(500, type(error).__name__, "this should not have happened; see the server's log")
