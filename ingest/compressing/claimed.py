"""What a chapter plainly claims of people and things that the book knows, without a model."""

from collections.abc import Iterator, Mapping

from ingest.compressing.records import Sent
from ingest.compressing.rows import Rows
from lorepack.records import Entity, FactKind, FieldValue, MemoryKind, Span
from story.claims import Claim, ClaimKind, Mode, read_claims
from text.facts import extract
from text.sentences import sentences

_CONDITIONS = {ClaimKind.DEATH: "dead", ClaimKind.REVIVAL: "alive"}
_CLAUSES = "，,；;：:。！？!?"


def tell_claims(sent: Sent, rows: Rows) -> None:
    """Make memories of what the narrator states outright; each is the sentence that states it."""
    spans = sentences(sent.text)
    for claim in _stated(sent):
        sentence = next(span for span in spans if span.start <= claim.start < span.end)
        _tell(sent, claim, sentence, rows)


def _stated(sent: Sent) -> Iterator[Claim]:
    """Claims in one clause, of the narrator's own: whom a longer reach is about is uncertain."""
    for claim in read_claims(sent.text, sent.names, sent.place):
        within = claim.text.rstrip(_CLAUSES)
        if claim.mode is Mode.ASSERTED and not any(sign in within for sign in _CLAUSES):
            yield claim


def _tell(sent: Sent, claim: Claim, sentence: Span, rows: Rows) -> None:
    kind, subject, fields = _as_memory(claim, {entity.id: entity for entity in sent.entities})
    if kind is not None:
        text = " ".join(sent.text[sentence.start : sentence.end].split())
        facts = [fact.text for fact in extract(text)]
        rows.add(kind, text, [sentence], subject=subject, fields=fields, facts=facts)


def _as_memory(
    claim: Claim, known: Mapping[str, Entity]
) -> tuple[MemoryKind | None, str, dict[str, FieldValue]]:
    """Kind, subject and fields of a claim's memory; no kind for what is none."""
    subject, value, other = (known.get(id) for id in (claim.subject, claim.value, claim.other))
    if subject is None:
        return None, "", {}
    if claim.kind in _CONDITIONS and subject.kind is FactKind.PERSON:
        return MemoryKind.CHARACTER_STATE, subject.name, {"condition": _CONDITIONS[claim.kind]}
    if claim.kind is ClaimKind.RELATION and value is not None:
        ends = (subject.name, value.name)
        return MemoryKind.RELATIONSHIP, "/".join(ends), {"ends": ends, "nature": claim.predicate}
    if claim.kind is ClaimKind.CUSTODY and subject.kind is FactKind.OBJECT:
        holder = {"gives": other, "loses": None}.get(claim.predicate, value)
        return MemoryKind.ITEM, subject.name, {"holder": holder.name} if holder else {}
    return None, "", {}
