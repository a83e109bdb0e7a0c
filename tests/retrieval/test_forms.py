"""The forms of a pack: the same words as a text, as a chat, as a JSON document."""

import json
from dataclasses import replace

import pytest

from lorepack.records import ChapterCard, ContextPack, PackFormat, PackRequest, Scope
from retrieval.pack.plan import BY_NAME
from retrieval.pack.rendering.forms import chat_json
from runtime.library import Library

REQUEST = PackRequest(chapter=40, budget=6_000, query="铜铃在哪里")
CARD = ChapterCard(goal="封门之前找到海图", people=("沈砚秋", "苏小满"), items=("铜铃",))


def built(library: Library, scope: Scope, form: PackFormat, **asked: object) -> ContextPack:
    return library.pack(scope, replace(REQUEST, format=form, **asked))


def manifest(pack: ContextPack) -> list[tuple[str, list[str]]]:
    return [(s.name, [item.text for item in s.items]) for s in pack.sections]


def test_text_and_chat_are_one_pack_counted_in_two_ways(shelf: Library, told: Scope) -> None:
    text = built(shelf, told, PackFormat.TEXT)
    chat = built(shelf, told, PackFormat.MESSAGES)
    assert (text.rendered, text.messages) == (chat.rendered, chat.messages)
    assert text.tokens != chat.tokens
    assert text.id != chat.id
    assert text.prefix.hash == chat.prefix.hash


@pytest.mark.parametrize("form", PackFormat)
def test_a_pack_is_replayed_in_its_format(form: PackFormat, shelf: Library, told: Scope) -> None:
    pack = built(shelf, told, form)
    assert pack.format is form
    assert shelf.stored_pack(told, pack.id) == pack


def test_a_chat_is_json_that_a_server_takes(shelf: Library, told: Scope) -> None:
    pack = built(shelf, told, PackFormat.MESSAGES)
    sent = json.loads(chat_json(pack.messages))
    assert sent == [
        {"role": role, "content": message.content}
        for role, message in zip(("system", "user"), pack.messages, strict=True)
    ]


def test_a_document_says_what_the_manifest_says(shelf: Library, told: Scope) -> None:
    pack = built(shelf, told, PackFormat.JSON, card=CARD)
    assert pack.rendered.startswith('{"lorepack_pack":"§')
    document = json.loads(pack.rendered)
    assert list(document) == ["lorepack_pack", "note", "sections"]
    assert [(s["name"], s["items"]) for s in document["sections"]] == manifest(pack)
    assert [s["heading"] for s in document["sections"]] == [
        BY_NAME[s.name].zh for s in pack.sections
    ]
    assert pack.messages == ()


@pytest.mark.parametrize("budget", [1_500, 3_000, 12_000])
@pytest.mark.parametrize("form", PackFormat)
def test_the_stable_part_stays_in_every_form(
    form: PackFormat, budget: int, shelf: Library, told: Scope
) -> None:
    quiet = built(shelf, told, form, budget=budget, query="")
    asking = built(shelf, told, form, budget=budget, card=CARD)
    assert quiet.prefix.hash == asking.prefix.hash
    shared = shelf.tokenizers("o200k").head(asking.rendered, quiet.prefix.tokens - 2)
    assert quiet.rendered.startswith(shared)
