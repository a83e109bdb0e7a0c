"""The REST application."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from api.problems import problem, status_of
from api.routes import health, imports, packs, projects, searches
from lorepack.errors import LorepackError
from runtime.library import Library

HOSTS = ["127.0.0.1", "localhost", "[::1]"]
"""Names under which this machine may be called: a page elsewhere cannot make a browser reach us
under a name of its own."""


def create_app(library: Library) -> FastAPI:
    """Build the application over an open library, whose index it keeps up while it runs."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        indexing = library.background_indexing()
        indexing.start()
        yield
        indexing.close()

    app = FastAPI(
        title="lorepack",
        summary="The memory of long-form writing.",
        version=version("lorepack"),
        lifespan=lifespan,
    )
    app.state.library = library
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)
    for routes in (health, imports, projects, searches, packs):
        app.include_router(routes.router)
    app.add_exception_handler(LorepackError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    return app


def _refused(_: Request, error: Exception) -> JSONResponse:
    return problem(status_of(error), type(error).__name__, str(error))


def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError), "registered for this type alone"
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return problem(422, "RequestValidationError", f"{place}: {first['msg']}")


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException), "registered for this type alone"
    return problem(error.status_code, "HTTPException", str(error.detail))
