"""The forms a pack is handed out in: one text, chat messages, or a JSON document."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from lorepack.records import ChatMessage, PackFormat, Section
from retrieval.pack.plan import BY_NAME
from retrieval.pack.rendering.render import closing, frame, join, note, opening, render, render_item
from text.packs import JSON_KEY

MESSAGE_TOKENS = 4
"""What a chat message costs besides its content, in the models that o200k_base belongs to."""
REPLY_TOKENS = 3
"""What the start of the model's own turn costs."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A pack in its form."""

    rendered: str
    """The whole of it as one text."""
    returned: str
    """What is handed out, to the letter: for the chat form the messages as JSON, else `rendered`.
    """
    messages: tuple[ChatMessage, ...]
    stable: str
    """The beginning of `rendered` that the next chapter's pack is expected to share."""
    stable_tokens: int
    tokens: int
    """Exact count of what is handed out; of the chat form, of what the model is sent."""
    size: int
    """What the budget has to hold: the largest of the forms that are filled, in tokens."""


class Renderer(Protocol):
    """Gives sections a form, and says what the parts of it are, so that they can be counted."""

    @property
    def overhead(self) -> int:
        """Tokens that stand in no text."""
        ...

    def frame(self) -> str:
        """What stands before all sections."""
        ...

    def heading(self, name: str) -> str:
        """What opens, closes and parts a section."""
        ...

    def item(self, text: str) -> str:
        """An item with what parts it from the next, which is one character."""
        ...

    def closing(self) -> str:
        """What closes a section."""
        ...

    def render(self, sections: Sequence[Section], count: Count, steady: Count) -> Rendered:
        """The whole pack.

        Args:
            sections: Its sections.
            count: Counts tokens.
            steady: Counts those of its beginning, which most packs for a chapter share.
        """
        ...


def renderer_of(form: PackFormat, mark: str, *, chinese: bool) -> Renderer:
    """What renders a form, with the project's mark."""
    if form is PackFormat.JSON:
        return JsonRenderer(mark=mark, chinese=chinese)
    return TextRenderer(mark=mark, chinese=chinese, chat=form is PackFormat.MESSAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRenderer:
    """One text, and two messages that hold the same: what is stable, and the rest."""

    mark: str
    chinese: bool
    chat: bool
    """Whether the messages are what is handed out; both fit the budget either way."""
    overhead: int = 2 * MESSAGE_TOKENS + REPLY_TOKENS

    def frame(self) -> str:
        """See `Renderer`."""
        return frame(self.mark, chinese=self.chinese)

    def heading(self, name: str) -> str:
        """See `Renderer`."""
        return f"{opening(name, self.mark, chinese=self.chinese)}\n{closing(self.mark)}\n\n"

    def item(self, text: str) -> str:
        """See `Renderer`."""
        return render_item(text) + "\n"

    def closing(self) -> str:
        """See `Renderer`."""
        return closing(self.mark)

    def render(self, sections: Sequence[Section], count: Count, steady: Count) -> Rendered:
        """See `Renderer`."""
        stable, rest = render(sections, self.mark, chinese=self.chinese)
        rendered = join(stable, rest)
        messages = (
            ChatMessage(role="system", content=stable),
            ChatMessage(role="user", content=rest),
        )
        tokens = count(rendered)
        sizes = [steady(stable), count(rest)]
        chat = sum(size + MESSAGE_TOKENS for size in sizes) + REPLY_TOKENS
        return Rendered(
            rendered=rendered,
            returned=chat_json(messages) if self.chat else rendered,
            messages=messages,
            stable=stable,
            stable_tokens=sizes[0],
            tokens=chat if self.chat else tokens,
            size=max(tokens, chat),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonRenderer:
    """One compact JSON document on one line: `lorepack_pack`, `note`, `sections`.

    It goes where its reader wants it, so there are no messages. Items are strings alone: their
    ids and reasons stand in the manifest and would cost a model tokens.
    """

    mark: str
    chinese: bool
    overhead: int = 0

    def frame(self) -> str:
        """See `Renderer`."""
        return self._opening() + "]}"

    def heading(self, name: str) -> str:
        """See `Renderer`."""
        return self._section(name, []) + ","

    def item(self, text: str) -> str:
        """See `Renderer`."""
        return _dumps(text) + ","

    def closing(self) -> str:
        """See `Renderer`."""
        return "]}"

    def render(self, sections: Sequence[Section], count: Count, steady: Count) -> Rendered:
        """See `Renderer`."""
        written = [self._section(s.name, [item.text for item in s.items]) for s in sections]
        first = sum(BY_NAME[s.name].stable for s in sections)
        rendered = f"{self._opening()}{','.join(written)}]}}"
        stable = self._opening() + ",".join(written[:first])
        tokens = count(rendered)
        return Rendered(
            rendered=rendered,
            returned=rendered,
            messages=(),
            stable=stable,
            stable_tokens=steady(stable),
            tokens=tokens,
            size=tokens,
        )

    def _opening(self) -> str:
        head = {JSON_KEY: self.mark, "note": note(chinese=self.chinese)}
        return json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1] + ',"sections":['

    def _section(self, name: str, items: Sequence[str]) -> str:
        plan = BY_NAME[name]
        heading = plan.zh if self.chinese else plan.en
        return _dumps({"name": name, "heading": heading, "items": items})


def chat_json(messages: Sequence[ChatMessage]) -> str:
    """Messages as a JSON array of `role` and `content`, as a chat API takes them."""
    return json.dumps([asdict(message) for message in messages], ensure_ascii=False)


_LOOSE = re.compile(
    r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff<＜﹤]"
    r"|§(?=[0-9a-f])|[\[［](?=/?[A-Za-z_]+[\]］])",
    re.IGNORECASE,
)
"""What JSON leaves as it is inside a string though a reader of the line may not: line ends, marks
of direction, surrogates, and the beginnings of a project's mark and of a template's token."""


def _dumps(value: object) -> str:
    """Compact JSON in which no stored text shows a sign that a reader may take for more."""
    dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _LOOSE.sub(lambda found: f"\\u{ord(found[0]):04x}", dumped)
