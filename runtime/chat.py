"""Chat models for a piece of work, with the ledger that their calls land in."""

from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from lorepack.errors import InvalidInputError
from lorepack.ports import Call, ChatModel, ChatTiers, Meter, Record
from lorepack.records import Scope, Usage
from providers.prices import Prices, cost
from providers.tokens import open_counter
from runtime.settings import Settings


class OpenChat(Protocol):
    """Opens the chat models for a piece of work."""

    def __call__(
        self, scope: Scope, *, route: str, stage: str, session: str = ""
    ) -> ChatTiers | None:
        """The light and the main model; None where no server is set.

        Args:
            scope: Whom the ledger charges.
            route: What asks: `summarise`, a REST route, a command.
            stage: Part of the work: `memory`, `planning`, `tools`, `context`, `generation`.
            session: The session that it belongs to, if any.

        Raises:
            InvalidInputError: A setting of the server cannot be used; the text names it.
        """
        ...


def open_chat(
    settings: Settings,
    record: Record,
    scope: Scope,
    *,
    route: str,
    stage: str,
    session: str = "",
) -> ChatTiers | None:
    """See `OpenChat`. Nothing is asked yet.

    Every call writes its entry in a transaction of its own, which stands whatever becomes of the
    work: no other may be open in the same thread meanwhile.
    """
    if not settings.chat_url:
        return None
    if not settings.chat_model:
        raise InvalidInputError("LOREPACK_CHAT_URL is set and LOREPACK_CHAT_MODEL is not")
    entry = partial(
        Usage,
        tenant=scope.tenant,
        project=scope.project,
        session=session,
        route=route,
        stage=stage,
    )
    meter = partial(enter, record, settings.prices, entry)
    light = settings.chat_light_model or settings.chat_model
    return ChatTiers(
        light=_open(settings, light, meter), main=_open(settings, settings.chat_model, meter)
    )


def _open(settings: Settings, model: str, meter: Meter) -> ChatModel:
    from providers.chat.compatible import CompatibleChat
    from providers.servers.asking import Asking
    from providers.servers.wire import Wire, address_of, checked_key

    return CompatibleChat(
        name=model,
        window=settings.chat_window,
        server=Asking(
            wire=Wire(
                url=address_of(settings.chat_url, "chat/completions", of="LOREPACK_CHAT_URL"),
                key=checked_key(settings.chat_api_key, of="LOREPACK_CHAT_API_KEY"),
                seconds=settings.chat_timeout,
            )
        ),
        forcing=settings.chat_form,
        count=open_counter(settings.encoding, settings.cache_dir, settings.tokenizers),
        meter=meter,
    )


def enter(record: Record, prices: Prices, entry: partial[Usage], call: Call) -> None:
    """Write a call into the ledger, in a transaction of its own.

    Args:
        record: Where the ledger is.
        prices: What its tokens cost.
        entry: Whom it is charged to and what it was for.
        call: What came of it.
    """
    usage = entry(
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        model=call.model,
        input_tokens=call.spent.input_tokens,
        cached_tokens=call.spent.cached_tokens,
        output_tokens=call.spent.output_tokens,
        estimated=call.spent.estimated,
        cost=cost(prices, call.model, call.spent),
        outcome=call.outcome,
    )
    with record.writing() as unit:
        unit.ledger.add(usage)
