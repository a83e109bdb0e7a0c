"""Chinese heading lines: chapters by number, volumes, and chapters outside the numbering."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest.splitting.grammar import (
    BLANK,
    BLANKS,
    CHINESE_NUMERAL,
    LEAD,
    above_deeper,
    bare,
    heading_line,
    is_glued,
    prose,
    stands_alone,
    whole_title,
)
from ingest.splitting.lines import HeadingLine, Kind, Page
from text.numerals import parse

_BETWEEN = rf"[{BLANKS}:：·/|｜—_\-]"
_VOLUME = (
    rf"(?:第{BLANK}{{0,4}}+{CHINESE_NUMERAL}{BLANK}{{0,4}}+[卷部集篇册冊编編辑輯]"
    rf"|卷[之第]?{CHINESE_NUMERAL}|[上中下][卷部册冊篇])"
)
_VOLUME_BESIDE = (
    rf"(?P<volume>{_VOLUME}(?:{_BETWEEN}++[^\n，。；！？]{{0,30}}?{_BETWEEN}{{1,8}}"
    rf"|[^\s，。；！？]{{1,20}}{_BETWEEN}{{1,8}}|{_BETWEEN}{{0,8}})(?=第))?"
)
_PREFIX = (
    rf"(?P<prefix>(?:(?:作品)?正文卷?|(?:VIP|公众)章?[卷节]|《[^《》\n]{{1,30}}》)"
    rf"[{BLANKS}:：_·]{{0,8}}+)?"
)
"""Before each heading, some files say which part of a site it is from, or the book's name."""
_CHAPTER = re.compile(
    rf"{LEAD}{_PREFIX}{_VOLUME_BESIDE}"
    rf"(?P<label>第?{BLANK}{{0,4}}+(?P<numeral>{CHINESE_NUMERAL})(?P<decimal>[.．][0-9０-９]{{1,2}})?"
    rf"{BLANK}{{0,4}}+(?P<unit>[章回囘节節话話折幕场場]))(?P<tail>[^\n]{{0,120}})$",
    re.MULTILINE,
)
_VOLUME_LINE = re.compile(
    rf"{LEAD}{_PREFIX}(?P<label>{_VOLUME})(?P<tail>[^\n]{{0,60}})$", re.MULTILINE
)

_UNIT = re.compile(r"[^卷部集篇册冊编編辑輯]")

_SPECIAL_WORDS = (
    *("楔子", "序章", "序幕", "序言", "序曲", "自序", "代序", "后序", "後序", "总序", "總序"),
    *("前言", "引子", "引言", "引文", "导言", "導言", "绪论", "緒論", "序", "尾声", "尾聲"),
    *("终章", "終章", "终曲", "終曲", "大结局", "大結局", "结局", "結局", "结语", "結語"),
    *("后记", "後記", "跋", "附录", "附錄", "外传", "外傳", "间章", "間章", "幕间", "幕間"),
    *("最终章", "最終章", "最终话", "最終話", "最终回", "最終回", "尾章", "完结篇", "完結篇"),
    *("插曲", "后日谈", "後日談", "番外篇", "番外"),
)
_SPACED = "|".join(rf"{BLANK}?".join(word) for word in _SPECIAL_WORDS)
_NUMBER_BEHIND = (
    rf"(?:{BLANK}{{0,4}}+[（(第]?(?P<numeral>{CHINESE_NUMERAL}){BLANK}?[章回话話篇]?[)）]?)?"
)
_SPECIAL = re.compile(
    rf"{LEAD}{_PREFIX}(?P<label>(?:{_SPACED}){_NUMBER_BEHIND})"
    rf"(?P<tail>(?:(?:[{BLANKS}:：、·.…—_\-】〗〕\]）)*#=之《〈「]|(?<=[)）]))[^\n]{{0,60}})?)$",
    re.MULTILINE,
)

_STOPPED = re.compile(r"[。；，、;,]$|，.*[。！？]")
"""How a sentence ends, or one that goes on; a title may end with ！ or ？ or hold a comma."""

_COMPOUND = re.compile(
    r"[节節][课課目]|回[合来來去头頭]|章[程节節]|[话話][题題剧劇]|折扣|幕[后後布]|[场場][合面地]"
    r"|集[合团團体體中结結市]|部[门門队隊落长長件署位]|卷[子宗轴軸尺入]|[册冊]子|篇[幅章]|[编編][辑輯]"
)
"""Unit and follower that make one word: 第三节课, 第二回合, 第一集合点."""

_OWNED = re.compile(r"[裡裏里中内內]?[的地得]")
"""A unit that belongs to something is no label: 第十章的内容."""

_DOUBT = re.compile(
    r"^[里裡裏中内內的时時是写寫讲講说說]|[，、；：,;“”「」]|[了吗嗎呢吧着著]$|.{25}"
)
"""A title run on to its label that a sentence could begin or end with as well."""

_CLOSING = re.compile(rf"[{BLANKS}（(·—\-]*(?:[全已]?[完终終]|结束|結束)[{BLANKS})）】\]。]*")
"""（第一卷 完）: the line closes what it names."""

_LONGEST_TITLE = 60
"""Characters; a longer line is a title only where its number counts on."""


def chinese_chapters(page: Page) -> Iterator[HeadingLine]:
    """Lines like `第十二回 …`, `【第三章】`, `第3.5章` and `三十章`."""
    for found in _CHAPTER.finditer(page.seen) if page.chinese else ():
        number, unit, glued = parse(found["numeral"]), found["unit"], is_glued(found)
        spelled_out = found["label"].startswith("第") or (unit in "章回囘" and not glued)
        if number is None or not spelled_out:
            continue
        kind = Kind.SPECIAL if found["decimal"] else Kind.CHAPTER
        line = heading_line(page, found, kind, None if found["decimal"] else number)
        beside = found["volume"]
        yield replace(
            line,
            own=found.end("volume") if beside else line.own,
            volume=bare(page.words(*found.span("volume"))) if beside else None,
            unit=unit.replace("場", "场"),
            prefix=(found["prefix"] or "") + ("*" if beside else ""),
            flaw=prose(flawed=_reads_on(page, found)),
            # A sentence may name a book and its chapter too: the number must count on.
            doubt=prose(flawed=_doubtful(found) or _names_book(found)),
        )


def chinese_volumes(page: Page) -> Iterator[HeadingLine]:
    """Lines like `第一卷 …`, `卷之三` and `上卷`."""
    for found in _VOLUME_LINE.finditer(page.seen) if page.chinese else ():
        closes = _CLOSING.fullmatch(found["tail"]) is not None
        line = heading_line(page, found, Kind.VOLUME, None)
        yield replace(
            line,
            volume=whole_title(page, found),
            unit=_UNIT.sub("", line.heading.label)[-1:],
            glued=line.glued or _names_book(found),
            flaw=prose(flawed=closes or _reads_on(page, found)),
            doubt=prose(flawed=_doubtful(found)),
        )


def chinese_specials(page: Page) -> Iterator[HeadingLine]:
    """Chapters without a place in the numbering: 楔子, 尾声, 番外二, 番外 第一章."""
    for found in _SPECIAL.finditer(page.seen) if page.chinese else ():
        line = heading_line(page, found, Kind.SPECIAL, parse(found["numeral"] or ""))
        apart = stands_alone(page, found) or above_deeper(page, found)
        short = len(line.heading.label) == 1 and not apart
        doubt = prose(flawed=_names_book(found) and not stands_alone(page, found))
        yield replace(line, doubt=doubt, flaw=prose(flawed=short or _reads_on(page, found)))


def _names_book(found: re.Match[str]) -> bool:
    return (found["prefix"] or "").startswith("《")


def _reads_on(page: Page, found: re.Match[str]) -> bool:
    """Whether a line goes on as a sentence does."""
    tail = found["tail"].rstrip()
    if is_glued(found):
        unit = found.end("label") - 1
        if page.seen[unit] in "场場" or _COMPOUND.match(page.seen, unit) or _OWNED.match(tail):
            return True
        return "。" in tail or _STOPPED.search(tail) is not None
    return _STOPPED.search(tail) is not None and ("，" in tail or not stands_alone(page, found))


def _doubtful(found: re.Match[str]) -> bool:
    tail = found["tail"].rstrip()
    if len(tail) > _LONGEST_TITLE or _CLOSING.fullmatch(tail):
        return bool(tail)
    return is_glued(found) and _DOUBT.search(tail) is not None
