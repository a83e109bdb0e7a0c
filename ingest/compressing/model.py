"""Compressing with a model: its account in a forced form, believed as far as the chapter goes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import ValidationError

from ingest.compressing.accepting import Account
from ingest.compressing.emitted import EMITTED, EMITTED_WINDOW, chapter_form, window_form
from ingest.compressing.extractive import ExtractiveCompressor, is_short
from ingest.compressing.known import Known, facts_told
from ingest.compressing.prompts import again, chapter_messages, prompt_version, window_messages
from ingest.compressing.records import Compressed, Sent
from ingest.compressing.rows import Rows
from lorepack.errors import ProviderError, UnusableAnswerError
from lorepack.ports import AnswerForm, ChatModel, Question, Tokenizer
from lorepack.records import ChatMessage
from story.clauses import begin
from story.guard import Verdict, guard
from story.lines import one_line
from story.summaries import LATIN_SCALE
from text.aliases import AliasMatcher
from text.scripts import mostly_han

ANSWER_TOKENS = 2_000
"""Tokens of an account at the most."""
MOST_WINDOW = 500
"""Characters of a window's text, if Chinese."""
_ATTEMPTS = 2
_FRAME = 8
"""Tokens that a message takes besides its content, and then some."""
_PREVIOUS_SHARE = 4
"""One part in so many of a question is for the chapter before."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCompressor:
    """Asks a model; where it gives nothing usable, the extractive account stands, marked."""

    chat: ChatModel
    tokenizer: Tokenizer
    extractive: ExtractiveCompressor
    degrade: bool = False
    """Whether a model that does not answer is done without, rather than asked another time."""
    batch: int = 1
    """Each answer is stored at once: it was paid for."""
    reads_on: bool = True

    def compress(self, sent: Sent) -> Compressed:
        """Compress a chapter.

        Raises:
            ProviderError: The model does not answer, and is not to be done without.
        """
        without = self.extractive.compress(sent)
        if is_short(sent.text):
            return without
        try:
            return self._asked(sent, without)
        except UnusableAnswerError as error:
            return replace(without, error=str(error))
        except ProviderError as error:
            if not self.degrade:
                raise
            return replace(without, error=str(error))

    def window(self, members: Sequence[str], *, chinese: bool) -> tuple[str, str] | None:
        """Tell neighbouring chapters or windows as one: text and origin."""
        told = "\n".join(members)
        messages = window_messages(members, chinese=chinese)
        if self._size(messages) > self._room:
            return None
        try:
            return self._ask(
                messages, window_form(), lambda said: _window(said, told)
            ), self._origin
        except UnusableAnswerError:
            return None

    @property
    def _origin(self) -> str:
        return f"{self.chat.name}#{prompt_version()}"

    @property
    def _room(self) -> int:
        """Tokens of a question at the most."""
        return self.chat.window - ANSWER_TOKENS

    def _size(self, messages: Sequence[ChatMessage]) -> int:
        return sum(self.tokenizer.count(message.content) + _FRAME for message in messages)

    def _asked(self, sent: Sent, without: Compressed) -> Compressed:
        bare = self._size(chapter_messages(sent, previous=""))
        if bare > self._room:
            raise UnusableAnswerError(
                f"the chapter takes {bare} tokens, and {self.chat.name} reads {self._room} at once"
            )
        share = min(self._room - bare, self._room // _PREVIOUS_SHARE)
        before = self.tokenizer.tail(sent.previous.text, share) if sent.previous else ""
        messages = chapter_messages(sent, previous=before)
        return self._ask(messages, chapter_form(), lambda said: self._accepted(said, sent, without))

    def _ask(
        self, messages: Sequence[ChatMessage], form: AnswerForm, read: Callable[[str], _T]
    ) -> _T:
        """Ask, and once more with what was wrong with the first answer.

        Raises:
            UnusableAnswerError: Both answers were.
        """
        asked = messages
        for left in reversed(range(_ATTEMPTS)):
            question = Question(messages=asked, form=form, most_tokens=ANSWER_TOKENS)
            try:
                return read(self.chat.ask(question).text)
            except (UnusableAnswerError, ValidationError) as error:
                wrong = _wrong(error)
                if not left:
                    raise UnusableAnswerError(wrong) from error
                asked = [*messages, again(wrong)]
        raise AssertionError("the last attempt returns or raises")

    def _accepted(self, said: str, sent: Sent, without: Compressed) -> Compressed:
        account = Account(sent=sent)
        emitted = account.accept(EMITTED.validate_json(said))
        rows = Rows(chapter=sent.chapter, origin=self._origin)
        known = Known(
            people={person.name: person.aliases for person in emitted.people},
            places=emitted.places,
            story_start=emitted.story_start,
            story_end=emitted.story_end,
        )
        rows.add_summary(emitted.summary, known, facts_told(emitted.summary, sent))
        account.tell(emitted, rows)
        return Compressed(
            summary=emitted.summary,
            origin=self._origin,
            memories=tuple(rows.made),
            details=known.details,
            repaired=account.repaired,
            rejected=account.rejected,
        )


def _window(said: str, told: str) -> str:
    """A window's text, if its members bear it out."""
    summary = one_line(EMITTED_WINDOW.validate_json(said).summary)
    scale = 1 if mostly_han(summary) else LATIN_SCALE
    guarded = guard(begin(summary, MOST_WINDOW * scale), told, AliasMatcher(()))
    if guarded.verdict is Verdict.REJECTED:
        raise UnusableAnswerError("the summary says what the chapters do not")
    return guarded.text


def _wrong(error: UnusableAnswerError | ValidationError) -> str:
    if isinstance(error, UnusableAnswerError):
        return str(error)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"])) or "the answer"
    return f"{place}: {first['msg']}"
