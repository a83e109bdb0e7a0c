"""A profile as one TOML file: written in one canonical form, read with every mistake named."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import is_dataclass
from hashlib import sha256
from json import dumps as quoted
from typing import Any, cast, get_origin, get_type_hints

from lorepack.errors import InvalidInputError
from ranking.profile import Profile, ProfileError

_MOST_CHARACTERS = 65_536
_HEADER = re.compile(r"\s*\[\s*([\w.\s\"'-]+?)\s*\]")
_ENTRY = re.compile(r"\s*([\w.\"'-]+)\s*=")


def dumps(profile: Profile) -> str:
    """The canonical TOML of a profile: every key, in one order; `loads` gives the profile back."""
    return "\n".join(_lines(profile, "")) + "\n"


def fingerprint(profile: Profile) -> str:
    """Stands for a profile: the first half of SHA-256 over its canonical TOML, in hex digits."""
    return sha256(dumps(profile).encode()).hexdigest()[:32]


def loads(text: str) -> Profile:
    """Read a profile; a key that is left out has its default.

    Raises:
        InvalidInputError: It is no TOML, or a key is unknown, of another type or out of range;
            the text names the line and says what may stand there.
    """
    if len(text) > _MOST_CHARACTERS:
        raise InvalidInputError(
            f"a profile has {_MOST_CHARACTERS:,} characters at the most, and this has {len(text):,}"
        )
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(f"the profile is no TOML: {error}") from error
    try:
        return cast("Profile", _record(Profile, table, ""))
    except ProfileError as error:
        raise InvalidInputError(f"profile{_place(text, error.key)}: {error}") from error


def _lines(record: object, path: str) -> list[str]:
    """A record's own values, then its tables."""
    own: list[str] = []
    tables: list[str] = []
    for name, hint in get_type_hints(type(record)).items():
        value = getattr(record, name)
        if isinstance(value, Mapping):
            numbers = cast("Mapping[str, float]", value)
            tables += ["", f"[{path}{name}]", *(_entry(k, v) for k, v in numbers.items())]
        elif is_dataclass(value):
            tables += ["", f"[{path}{name}]", *_lines(value, f"{path}{name}.")]
        else:
            own.append(_entry(name, hint(value)))  # 1 and 1.0 are the same
    return own + tables


def _entry(name: str, value: object) -> str:
    shown = quoted(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
    return f"{name} = {shown}"


def _record(kind: type, table: object, path: str) -> object:
    """Make a record of a table, whose keys are its fields."""
    hints = get_type_hints(kind)
    given = _table(table, path)
    for name in given:
        if name not in hints:
            raise ProfileError(f"{path}{name}", f"unknown; what may stand here: {', '.join(hints)}")
    return kind(**{name: _value(hints[name], value, path + name) for name, value in given.items()})


def _value(hint: Any, value: object, key: str) -> object:  # noqa: ANN401 - a type of any shape
    if get_origin(hint) is Mapping:
        return {name: _number(v, f"{key}.{name}") for name, v in _table(value, key).items()}
    if is_dataclass(hint):
        return _record(cast("type", hint), value, f"{key}.")
    if hint is float:
        return _number(value, key)
    if not isinstance(value, hint) or isinstance(value, bool):
        wanted = "a whole number" if hint is int else "a text in quotes"
        raise ProfileError(key, f"{value!r} is of another type; give {wanted}")
    return value


def _table(value: object, key: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ProfileError(key.rstrip("."), f"{value!r} is no table; write [{key.rstrip('.')}]")
    return cast("dict[str, object]", value)


def _number(value: object, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ProfileError(key, f"{value!r} is of another type; give a number")
    try:
        return float(value)
    except OverflowError as error:
        raise ProfileError(key, "the number is far out of range") from error


def _place(text: str, key: str) -> str:
    """Where a key, or else the table that it belongs to, stands in a text, in words."""
    while key:
        for number, found in _keys(text):
            if found == key:
                return f", line {number}"
        key = key.rpartition(".")[0]
    return ""


def _keys(text: str) -> list[tuple[int, str]]:
    """Line numbers, from 1, of headers and of entries, with their dotted keys."""
    keys: list[tuple[int, str]] = []
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            keys.append((number, _bare(header[1])))
            table = f"{keys[-1][1]}."
        elif entry := _ENTRY.match(line):
            keys.append((number, table + _bare(entry[1])))
    return keys


def _bare(key: str) -> str:
    return re.sub(r"[\s\"']", "", key)
