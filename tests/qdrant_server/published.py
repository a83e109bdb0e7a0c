"""Requests held against the document that Qdrant publishes of its REST protocol."""

import json
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator

from tests.qdrant_server.refused import RefusedError


class Published:
    """The schemas of an OpenAPI document, by method and path."""

    def __init__(self, document: Path) -> None:
        self._whole = json.loads(document.read_text(encoding="utf-8"))
        _allow_nulls(self._whole)
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}

    def check(self, method: str, path: str, body: bytes) -> None:
        """Refuse a body that the document does not allow, or a path that it does not have.

        Raises:
            RefusedError: With the place and the reason.
        """
        asked = (method.lower(), path.replace("{name}", "{collection_name}"))
        if asked not in self._validators:
            self._validators[asked] = self._validator(*asked)
        validator = self._validators[asked]
        if validator is None:
            if body:
                raise RefusedError(422, f"{asked}: the document knows of no body")
            return
        for error in validator.iter_errors(json.loads(body)):  # pyright: ignore[reportUnknownMemberType]
            raise RefusedError(422, f"{asked} {error.json_path}: {error.message[:200]}")

    def _validator(self, method: str, path: str) -> Draft202012Validator | None:
        operation = self._whole["paths"].get(path, {}).get(method)
        if operation is None:
            raise RefusedError(422, f"the document knows of no {method} {path}")
        if "requestBody" not in operation:
            return None
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        return Draft202012Validator({**schema, "components": self._whole["components"]})


def _allow_nulls(part: Any) -> None:
    """OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own."""
    if isinstance(part, list):
        for one in cast("list[Any]", part):
            _allow_nulls(one)
    elif isinstance(part, dict):
        fields = cast("dict[str, Any]", part)
        for one in fields.values():
            _allow_nulls(one)
        if fields.get("nullable") is True and isinstance(fields.get("type"), str):
            fields["type"] = [fields["type"], "null"]
            if "enum" in fields:
                fields["enum"] = [*fields["enum"], None]
