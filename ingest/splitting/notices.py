"""What a site or an author says beside the story: notices as chapters, packaging as lines."""

import re
from collections.abc import Iterator
from dataclasses import replace

from ingest.splitting.grammar import (
    BLANK,
    BLANK_LINE,
    BLANKS,
    CHINESE_NUMERAL,
    LEAD,
    above_deeper,
    heading_line,
    line_before,
    lines_with,
    whole_title,
)
from ingest.splitting.lines import HeadingLine, Kind, Page
from lorepack.records import Heading

_ABSENCE = (
    r"(?:请假|請假|停更|断更|斷更|暂停更新|暫停更新|不更新?|无更|無更|没有更新|沒有更新|晚点更)"
)
_ANNOUNCED = r"(?:通知|公告|通告|声明|聲明|说明|說明|启事|啟事|公示)"
_NOTICE = (
    rf"(?:(?:今[天日晚]|明[天日]|本周|本週|因[^\n，。]{{1,8}})?{_ABSENCE}(?:[条條]|[一两兩二三半几幾0-9]+[天日周週]"
    rf"|公告|通知|说明|說明)?|(?:作者|更新|加更|上架|停更|请假|重要|特别|特別)?{_ANNOUNCED}"
    rf"|关于[^\n，。]{{1,20}}{_ANNOUNCED}|關於[^\n，。]{{1,20}}{_ANNOUNCED}"
    r"|(?:上架|新书|新書|开书|開書|完本|完结|完結|出版|月末|年末|年终|年終|感谢)感言"
    r"|作者的?话|作者的?話|作者有[话話](?:说|說|要说|要說)|[致给]读者(?:的信)?|求月票|求推荐票?|单章|題外话|题外话"
    r"|(?:A )?Note from the Author|Notice|NOTICE|Announcement|ANNOUNCEMENT|On Hiatus|Hiatus)"
)
_OF_THE_AUTHOR = re.compile(rf"{_ABSENCE}|感言|单章|求月票|求推荐|[题題]外[话話]|作者|[读讀]者")
_FINISHED = "。！？!?.…”’」』）)~～—"
_HEADING_SOON = re.compile(
    rf"(?:\n(?!{BLANK}*第)[^\n]{{0,200}}){{0,4}}+\n{BLANK}*第{CHINESE_NUMERAL}[章回节節话話]"
)
"""A chapter within a few lines: what stands before it is the notice's own text."""
_ENGLISH_NOTICES = ("Note from", "otice", "OTICE", "nnouncement", "NNOUNCEMENT", "Hiatus")
"""One of these stands in every line that is a notice and holds no Chinese character."""
_NOTICE_LINE = re.compile(
    rf"{LEAD}(?P<label>{_NOTICE})(?P<tail>[{BLANKS}:：！!—（(】〗〕\]）)*=~～-][^\n，。]{{0,30}}|)$",
    re.MULTILINE,
)
_NOTICE_TITLE = re.compile(rf"[（(【]?{_NOTICE}[！!。.）)】]?(?:[{BLANKS}（(:：].{{0,30}})?")

_BELOW_HEADING = re.compile(
    rf"[{BLANKS}]*(?:更新时间|更新時間|更新于|更新於|发布时间|發佈時間|本章字数|本章字數|字数|字數|作者)"
    rf"[{BLANKS}]*[:：][^\n]{{1,80}}"
)
_ADDRESS = re.compile(r"https?://|www\.|\.(?:com|net|org|cc)\b")
_PACKAGING = re.compile(
    rf"更新时间[:：]|更新時間[:：]|本章字数[:：]|本章字數[:：]|{_ADDRESS.pattern}"
    r"|章节内容开始|章內容開始|章節內容開始|节内容开始|仅供.{0,6}预览|24小时内删除|请购买.{0,6}正版|收藏本站|最新网址|最新網址"
    r"|最快更新|手机用户请|手機用戶請|电子书下载|電子書下載|下载网|全文阅读|无弹窗|無彈窗|本书由.{1,30}(?:整理|制作|下载)"
    r"|(?:未完待续|未完待續).{0,20}(?:请|請|登录|登陸)|一秒记住|請記住本站|请记住本站|本站长期"
)
_TURNING = re.compile(
    rf"^[{BLANKS}]*+(?:[前后後上下]一[页頁章]|(?:返)?回(?:目录|目錄|首页|首頁|书页|書頁)|加入书签|加入書籤)[{BLANKS}]*+$",
    re.MULTILINE,
)
_LONGEST_PACKAGING = 120
"""Characters; a longer line is text that only mentions such words."""


def notice_lines(page: Page) -> Iterator[HeadingLine]:
    """Notices that stand as chapters of their own: 请假条, 上架感言, 关于更新的公告.

    Such a line counts where blank lines touch it or the text below is indented deeper.
    """
    for found in _noticed(page):
        if _set_apart(page, found):
            line = heading_line(page, found, Kind.SPECIAL, None)
            yield replace(line, heading=Heading(label=whole_title(page, found)))


def _noticed(page: Page) -> Iterator[re.Match[str]]:
    if page.chinese:
        return _NOTICE_LINE.finditer(page.seen)
    starts = lines_with(page.seen, _ENGLISH_NOTICES)
    return filter(None, (_NOTICE_LINE.match(page.seen, start) for start in starts))


def is_notice(heading: Heading) -> bool:
    """Whether a heading announces a notice: 请假一天, 上架感言, 第三章 请假条."""
    title = heading.title or (heading.label if heading.number is None else "")
    return _NOTICE_TITLE.fullmatch(title) is not None


def packaging_lines(page: Page) -> list[int]:
    """Offsets of the lines that are a site's: its address, the time of an update, a disclaimer."""
    patterns = (_PACKAGING, _TURNING) if page.chinese else (_ADDRESS,)
    found = {
        page.seen.rfind("\n", 0, match.start()) + 1
        for pattern in patterns
        for match in pattern.finditer(page.seen)
    }
    return sorted(start for start in found if _is_short(page.seen, start))


def _is_short(seen: str, start: int) -> bool:
    end = seen.find("\n", start)
    return (len(seen) if end < 0 else end) - start <= _LONGEST_PACKAGING


def packaging_below(page: Page, offset: int, end: int) -> int:
    """Where the lines end that a site puts right below a heading; `offset` if there are none."""
    after = offset
    while after < end:
        line = page.seen[after : page.seen.find("\n", after, end) + 1 or end]
        if _BELOW_HEADING.fullmatch(line.rstrip()):
            offset = after + len(line)
        elif line.strip():
            break
        after += len(line)
    return offset


def _set_apart(page: Page, found: re.Match[str]) -> bool:
    above = line_before(page.seen, found.start()).strip()
    blank_below = BLANK_LINE.match(page.seen, found.end() + 1) is not None
    return (
        not above or blank_below or above_deeper(page, found) or _ends_chapter(page, found, above)
    )


def _ends_chapter(page: Page, found: re.Match[str], above: str) -> bool:
    """Whether a line of an author's own stands between a finished sentence and a heading.

    Files without blank lines have no other way to set it apart: 请假条 right before 第三章.
    """
    if found["tail"].strip() or not _OF_THE_AUTHOR.search(found["label"]):
        return False
    return above[-1:] in _FINISHED and _HEADING_SOON.match(page.seen, found.end()) is not None
