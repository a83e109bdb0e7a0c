"""Opening the data folder that a command works on."""

from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from lorepack.errors import InvalidInputError, ProviderError, UnavailableError
from runtime.library import Library
from runtime.models import encoder_of, reranker_of
from runtime.settings import Settings
from runtime.wiring import open_library


def open_data(data_dir: Path | None) -> Library:
    """Open a data folder; None for the one that the settings name.

    Raises:
        InvalidInputError: A setting cannot be read; the text names its variable.
        UnavailableError: The folder cannot be made or opened.
    """
    settings = read_settings(data_dir)
    try:
        return open_library(settings)
    except OSError as error:
        raise UnavailableError(
            f"the data folder {settings.data_dir} cannot be opened: {error.strerror}"
        ) from error


def read_settings(data_dir: Path | None) -> Settings:
    """Read the environment.

    Raises:
        InvalidInputError: A setting cannot be read; the text names its variable.
    """
    try:
        return Settings() if data_dir is None else Settings(data_dir=data_dir)
    except ValidationError as error:
        first = error.errors()[0]
        variable = f"LOREPACK_{first['loc'][0]}".upper()
        raise InvalidInputError(f"{variable}={first['input']}: {first['msg']}") from error


def check_models(settings: Settings) -> None:
    """Refuse an encoder or a cross-encoder that does not exist before anything is written.

    Nothing is loaded. What exists and is not installed is let pass: the work goes on without, and
    says so.

    Raises:
        InvalidInputError: There is no such one; the text lists those there are.
    """
    for opened in (encoder_of, reranker_of):
        with suppress(ProviderError):
            opened(settings)
