"""A ranking profile, as it is shown and sent."""

from dataclasses import dataclass
from enum import StrEnum


class ProfileSource(StrEnum):
    """Where the profile that ranks a project comes from."""

    PROJECT = "project"
    FILE = "file"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """The profile that ranks a project."""

    name: str
    source: ProfileSource
    """`project` where the project has its own, `file` where `LOREPACK_PROFILE` names one."""
    fingerprint: str
    """Hash of its canonical TOML; packs and search results name it."""
    toml: str
    """All of it, in canonical form."""
