"""Which profile ranks a project: its own, else the file that the settings name, else the usual."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lorepack.errors import InvalidInputError
from lorepack.records import ProfileSource, ProfileView, Scope
from ranking.profile import Profile
from ranking.profile_file import dumps, fingerprint, loads

if TYPE_CHECKING:
    from runtime.library import Library


def open_profile(path: Path | None) -> Profile:
    """What ranks projects that have no profile of their own.

    Args:
        path: What `LOREPACK_PROFILE` says; None for the usual profile.

    Raises:
        InvalidInputError: The file cannot be read, or holds no profile.
    """
    if path is None:
        return Profile()
    try:
        return loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, InvalidInputError) as error:
        raise InvalidInputError(f"LOREPACK_PROFILE={path}: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectProfile:
    """The profile of one project."""

    library: "Library"
    scope: Scope

    def used(self) -> Profile:
        """The profile that ranks the project now.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: Its own profile was stored by a version that knew other keys.
        """
        own = self._own()
        return self.library.profile if own is None else self._read(own)

    def show(self) -> ProfileView:
        """The same, for people, with where it comes from."""
        own = self._own()
        if own is not None:
            return _view(self._read(own), ProfileSource.PROJECT)
        named = self.library.settings.profile is not None
        return _view(self.library.profile, ProfileSource.FILE if named else ProfileSource.DEFAULT)

    def set(self, toml: str) -> ProfileView:
        """Give the project its own profile; what the text leaves out gets its default for good.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: That is no profile; the text says why, with its line.
        """
        profile = loads(toml)
        with self.library.record.writing() as unit:
            unit.profiles.put(self.scope, dumps(profile))
            unit.projects.touch(self.scope)
        return self.show()

    def reset(self) -> ProfileView:
        """Take the project's own profile away; returns the one that ranks it from now on."""
        with self.library.record.writing() as unit:
            unit.profiles.delete(self.scope)
            unit.projects.touch(self.scope)
        return self.show()

    def _own(self) -> str | None:
        with self.library.record.reading() as unit:
            return unit.profiles.get(self.scope)

    def _read(self, own: str) -> Profile:
        try:
            return loads(own)
        except InvalidInputError as error:
            project = self.scope.project
            raise InvalidInputError(
                f"the profile of project {project!r} can no longer be used ({error}); "
                f"`lorepack profile {project} reset` takes it away"
            ) from error


def _view(profile: Profile, source: ProfileSource) -> ProfileView:
    return ProfileView(
        name=profile.name, source=source, fingerprint=fingerprint(profile), toml=dumps(profile)
    )
