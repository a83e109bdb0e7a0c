"""English heading lines: chapters, letters and acts by number, volumes, prologues."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest.splitting.grammar import (
    BLANKS,
    LEAD,
    heading_line,
    line_before,
    lines_with,
    title_of,
    whole_title,
)
from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page, Reason
from text.numerals import ENGLISH_NUMERAL_WORDS, ENGLISH_ORDINAL_WORDS, ROMAN_NUMERALS, parse

_WORDS = sorted((*ENGLISH_NUMERAL_WORDS, *ENGLISH_ORDINAL_WORDS), key=len, reverse=True)
_WORD = f"(?:{'|'.join(_WORDS)})"
_NUMERAL = (
    rf"(?:[0-9]{{1,4}}(?:st|nd|rd|th)?|[IVXLCDM]{{1,12}}|[ivxlcdm]{{1,12}}|[{ROMAN_NUMERALS}]{{1,4}}"
    rf"|(?i:{_WORD}(?:[ -](?:and )?{_WORD}){{0,5}}))(?![A-Za-z0-9])"
)
_ORDINAL = rf"(?i:(?:{_WORD}[ -]){{0,2}}(?:{'|'.join(ENGLISH_ORDINAL_WORDS)}))"
_VOLUME_WORD = r"(?:PART|BOOK|VOLUME|VOL\.?|Part|Book|Volume|Vol\.?)"
_VOLUME_UNIT = re.compile(_VOLUME_WORD)
_GAP = rf"[{BLANKS}]"
_VOLUME_BESIDE = (
    rf"(?P<volume>{_VOLUME_WORD}{_GAP}{{1,4}}{_NUMERAL}[^\n]{{0,40}}?[{BLANKS},.:;·—–/|-]{{1,6}}"
    r"(?=(?i:chapter)\b))?"
)
_CHAPTER = re.compile(
    rf"{LEAD}{_VOLUME_BESIDE}(?P<label>(?:(?P<unit>(?i:chapter|chap\.?|ch\.?)|(?:LETTER|CANTO|STAVE"
    r"|EPISODE|SCENE|ACT|Letter|Canto|Stave|Episode|Scene|Act))"
    rf"[{BLANKS}.#_-]{{0,4}}(?i:the{_GAP})?(?P<numeral>{_NUMERAL})"
    rf"|(?i:the{_GAP})?(?P<ordinal>{_ORDINAL}){_GAP}(?P<counted>CHAPTER|Chapter)))"
    r"(?P<tail>[^\n]{0,120})$",
    re.MULTILINE,
)
_VOLUME = re.compile(
    rf"{LEAD}(?P<label>{_VOLUME_WORD}{_GAP}{{1,4}}(?i:the{_GAP})?{_NUMERAL}"
    rf"|(?:THE{_GAP})?(?i:{_ORDINAL}){_GAP}(?:PART|BOOK|VOLUME|EPILOGUE|Part|Book|Volume))"
    r"(?P<tail>[^\n]{0,80})$",
    re.MULTILINE,
)
_SHORT_CHAPTER = re.compile(rf"{LEAD}(?i:ch)", re.MULTILINE)
_CHAPTER_NEEDLES = (
    *("hapter", "HAPTER", "LETTER", "CANTO", "STAVE", "EPISODE", "SCENE", "ACT"),
    *("Letter", "Canto", "Stave", "Episode", "Scene", "Act"),
)
"""One of these stands in every line that names a chapter and does not begin with `ch`."""
_VOLUME_NEEDLES = ("PART", "BOOK", "VOL", "EPILOGUE", "Part", "Book", "Vol")
"""One of these stands in every line that names a volume; looking for them first is far cheaper."""
_SPECIAL_WORDS = (
    "Prologue|Prelude|Preface|Foreword|Introduction|Interlude|Epilogue|Finale|Afterword|Appendix"
    "|Conclusion|Postscript|Coda|Acknowledgements|Acknowledgments|Dedication|Epigraph"
    "|Author's Note|Author’s Note"
)
_SPECIAL = re.compile(
    rf"{LEAD}(?P<label>(?:{_SPECIAL_WORDS}|{_SPECIAL_WORDS.upper()})"
    rf"(?:{_GAP}{{1,4}}(?:(?P<numeral>{_NUMERAL})|[A-Z](?![A-Za-z])))?)(?P<tail>[^\n]{{0,80}})$",
    re.MULTILINE,
)
_TITLE = re.compile(rf"[ \t\u3000]*[.:—–\-\]].*|[{BLANKS}]+[^\sa-z,;].*")
_APART = " \t\u3000.:—–-]" + FILLER

_WRAPPED = re.compile(r".{45,}[A-Za-z0-9,;-]")
"""A line that goes on below: what stands there is the rest of its sentence."""

_SENTENCE = re.compile(r"[a-z][.!?][\"'”’]?$")
_LOWER_WORD = re.compile(r"(?<![^\s])[a-z]{4,}")
_SHORT_UNITS = {"chap": "chapter", "ch": "chapter"}


def english_chapters(page: Page) -> Iterator[HeadingLine]:
    """Lines like `CHAPTER XIV.`, `Chapter the First`, `chapter.001` and `Letter IV`."""
    starts = {found.start() for found in _SHORT_CHAPTER.finditer(page.seen)}
    starts.update(lines_with(page.seen, _CHAPTER_NEEDLES))
    for found in filter(None, (_CHAPTER.match(page.seen, start) for start in sorted(starts))):
        number = parse(found["numeral"] or found["ordinal"])
        if number is None:
            continue
        unit = (found["unit"] or found["counted"]).lower().rstrip(".")
        line = heading_line(page, found, Kind.CHAPTER, number)
        beside = found["volume"]
        yield replace(
            line,
            own=found.end("volume") if beside else line.own,
            volume=page.words(*found.span("volume")).rstrip(_APART + ",;/|·") if beside else None,
            unit=_SHORT_UNITS.get(unit, unit),
            prefix="*" if beside else "",
            glued=False,
            flaw=_flaw(page, found),
            doubt=Reason.PROSE if _reads_on(page, found) else None,
        )


def english_volumes(page: Page) -> Iterator[HeadingLine]:
    """Lines like `BOOK ONE: 1805`, `Part the Second` and `FIRST EPILOGUE`."""
    starts = lines_with(page.seen, _VOLUME_NEEDLES)
    for found in filter(None, (_VOLUME.match(page.seen, start) for start in starts)):
        line = heading_line(page, found, Kind.VOLUME, None)
        title = whole_title(page, found)
        unit = _VOLUME_UNIT.search(line.heading.label)
        named = unit[0].lower().rstrip(".") if unit else ""
        yield replace(line, volume=title, unit=named, glued=False, flaw=_flaw(page, found))


def english_specials(page: Page) -> Iterator[HeadingLine]:
    """Chapters without a place in the numbering: Prologue, Interlude II, Epilogue."""
    for found in _SPECIAL.finditer(page.seen):
        line = heading_line(page, found, Kind.SPECIAL, parse(found["numeral"] or ""))
        set_apart = not title_of(page, found) or found["tail"][:1] in _APART
        flaw = _flaw(page, found) if set_apart else Reason.PROSE
        yield replace(line, glued=False, flaw=flaw)


def _flaw(page: Page, found: re.Match[str]) -> Reason | None:
    tail = found["tail"].rstrip()
    titled = tail.strip(FILLER) and title_of(page, found)
    if titled and (tail.endswith((",", ";")) or not _TITLE.fullmatch(tail)):
        return Reason.PROSE
    above = line_before(page.seen, found.start())
    return Reason.WRAPPED if _WRAPPED.fullmatch(above) else None


def _reads_on(page: Page, found: re.Match[str]) -> bool:
    """Whether a title is a sentence in small letters, or the label begins in one."""
    title = title_of(page, found) if found["counted"] or found["unit"][0] in "Cc" else ""
    sentence = _SENTENCE.search(title) and _LOWER_WORD.search(title)
    lower = found["label"][0].islower() and not found["label"][-1].isdigit()
    return sentence is not None or lower
