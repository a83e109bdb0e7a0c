"""The one place that chooses which adapters stand behind the ports."""

from functools import cache, partial

from providers.tokens import open_tokenizer
from runtime.chat import open_chat
from runtime.index.access import IndexAccess
from runtime.index.member import Member
from runtime.index.owner import Ownership
from runtime.library import Library
from runtime.models import encoder_of, meter_of, reranker_of
from runtime.profiles import open_profile
from runtime.settings import Settings
from storage.engines import sqlite_url
from storage.record import SqlRecord


def open_library(settings: Settings) -> Library:
    """Open a data folder, made if it is not there; only this user can read it.

    Raises:
        InvalidInputError: The database's address is none, or the profile's file holds none. (The
            encoder's name is looked at by whoever first needs the index.)
        UnavailableError: The database cannot be opened, or its SQLite may lose committed data.
    """
    profile = open_profile(settings.profile)
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    url = settings.database_url or sqlite_url(settings.data_dir / "lorepack.db")
    record = SqlRecord.open(url, settings.database_pool)
    return Library(
        settings=settings,
        record=record,
        ownership=_access(settings, record),
        tokenizers=partial(open_tokenizer, cache=settings.cache_dir, files=settings.tokenizers),
        chat=partial(open_chat, settings, record),
        profile=profile,
        reranker=cache(partial(reranker_of, settings)),
    )


def _access(settings: Settings, record: SqlRecord) -> IndexAccess:
    """The way to the index: on a server if one is set, else in the data folder."""
    encoder = partial(encoder_of, settings, meter_of(settings, record))
    server = settings.qdrant
    if server is None:
        return Ownership(settings.data_dir, encoder, record)
    return Member(server, encoder, record)
