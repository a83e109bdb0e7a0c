"""How the words at a place of a text are said: told, quoted, dreamt, remembered, supposed."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from story.claims.claim import Mode

_LONGEST_SCENE = 2_000
"""Characters in which the end of a dream or a memory is looked for."""

_LONGEST_SENTENCE = 300
"""Characters to each side, so that a text without a stop costs no quadratic time."""
_LONGEST_OPEN = 400
"""Characters after which a memory whose end is not told ends with its paragraph."""

_QUOTATION = re.compile(r"“[^”\n]*”?|「[^」\n]*」?|『[^』\n]*』?|\"[^\"\n]*\"?")
_STOP = re.compile(r"[。！？!?\n]|\.(?=\s|[\"”]|\Z)")
_DREAM = re.compile(
    r"梦见|梦到|做了一?个?.{0,4}梦|入梦|托梦|睡梦[中里]|梦[中里](?!话|人)|朦胧睡去|神游|"
    r"幻境[中里]|心魔幻|幻象[中里]|"
    r"\b(?:dream(?:ed|t)|(?:in|had) (?:a|the|his|her) (?:dream|nightmare|vision))\b",
    re.IGNORECASE,
)
_WAKING = re.compile(
    r"惊醒|醒来|醒了|梦醒|觉来|一觉|南柯一梦|原来是一?个?梦|却是一梦|\b(?:awoke|woke)\b"
)
_MEMORY = re.compile(
    r"(?:^|(?<=\n))(?:[^\S\n]|[【（(—-])*+(?:回忆|往事|闪回|多年以?前|很多年前|当年|昔年|那一?年|早年|从前|"
    r"[一二三四五六七八九十百千两数几0-9]{1,4}(?:多|余)?(?:年|个?月|天|日)(?:之|以)?前|"
    r"(?:Flashback|\w+ (?:years?|months?|weeks?) (?:ago|earlier|before)|Years (?:ago|before)|"
    r"Long ago|Back (?:then|when)|In those days))|"
    r"[那这](?:已经?)?是?[一二三四五六七八九十百两数几多0-9]{1,4}(?:多|余)?年(?:之|以)?前的(?:事|一)|"
    r"思绪.{0,4}(?:回到|飘回|飞回)|(?:回到|飘回).{0,3}[年天日]前|陷入.{0,4}回忆|沉浸在.{0,6}回忆|"
    r"(?:memory|memories|mind) (?:took|carried|went|drifted) .{0,12}back"
)
_RETURN = re.compile(
    r"(?:^|(?<=\n))[^\S\n]*+(?:\*{3,}|[—－-]{4,}|#+[^\S\n]*\n|如今|现在|此刻|眼下|今日|今天|"
    r"Now\b|Today\b)|"
    r"回过神|收回思绪|思绪.{0,4}拉回|从回忆中|回忆(?:到此|结束|戛然)|back to the present"
)
_OF_ONCE = re.compile(
    r"当年|昔日|昔年|昔者|往年|往日|旧日|旧年|那年|从前|以前|早年|曾经|曾(?=[^祖孙])|想起|"
    r"忆起|回忆|回想|"
    r"想当初|当初|生前|在世|在日|活着(?:的时候|时)|年前|月前|先年|先前|先时|原先|前者|"
    r"(?<![相自迷威亲])信[上中里]|[上中里](?:面)?写[着道的]|"
    r"遗(?:言|书|命|诏|嘱|训|计|"
    r"物|作|墨|像|容|策)|临终|临死|未死时|"
    r"\b(?:once|used to|remember(?:ed|s|ing)?|recall(?:ed|s|ing)?|years ago|back then|"
    r"in life|(?:letter|note|diary) (?:said|read|told)|"
    r"when .{0,20} (?:was|were) (?:still )?(?:alive|young))\b",
    re.IGNORECASE,
)
_PLUPERFECT = re.compile(
    r"\bhad (?!just|now|often|even|children|m?[eo]n|women|"
    r"(?:one|nine|seven|ten|eleven|\w*teen|hundred)\b)\w+(?:ed|en|id|ne)\b",
    re.IGNORECASE,
)
_OF_GHOSTS = re.compile(
    r"[阴亡鬼冤孤残英忠怨]魂|魂[魄灵兮]|[冤女厉恶小]鬼|鬼影|显圣|显灵|阴灵|亡灵|英灵|神位|"
    r"灵前|灵位|灵堂|灵柩|"
    r"牌位|画像|照片|相片|录像|影像|遗像|肖像|雕像|塑像|墓|坟|棺|尸|首级|人头|头颅|祭(?!出)|奠|吊丧|吊孝|托生|"
    r"转世|附体|附身|"
    r"仿佛|恍惚|恍如|宛如|宛若|好像|好似|犹如|如同|假扮|冒充|扮作|扮成|易容|替身|阴司|地府|幻化|"
    r"\b(?:ghosts?|spirits?|spectre|specter|phantom|apparition|corpse|coffin|grave|tomb|"
    r"portrait|statue|photo(?:graph)?s?|painting|"
    r"funeral|headstone|as if|as though|like|impostor|disguised?|memory of)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"若|如果|倘|要是|假如|假使|假若|万一|除非|即便|即使|纵使|纵然|哪怕|但愿|只怕|生怕|"
    r"唯恐|恐怕|恐|莫非|难道|"
    r"岂|怎(?:肯|敢|能)|何不|不如|宁可|怕|担心|生恐|险些|差点|差一点|几乎|险(?=死)|险遭|"
    r"必定|必将|必然|迟早|早晚|总有一天|"
    r"以为|打谅|打量|只当|当作|误以为|误认|疑(?=是|心)|扬言|谎|诈|假称|自称|冒称|号称|都说|传闻|据传|相传|盛传|风传|传言|谣言|谣传|"
    r"讹传|听说|据说|传说|说是|有人说|声称|发誓|"
    r"\b(?:if|unless|might|(?-i:may)|could|would|should|almost|nearly|perhaps|maybe|suppose\w*|"
    r"hoped?|wish(?:ed)?|fear(?:ed)?|rumou?r(?:s|ed)?|"
    r"(?:people|folk|everyone|everybody|some) sa(?:id|ys?)|pretend\w*|"
    r"thought|believed|wonder\w*|whether|"
    r"said to|threaten\w*|swore|vowed)\b",
    re.IGNORECASE,
)
_FORETOLD = re.compile(r"预言|谶|注定|命中|天命|卦象|算出|签文|\b(?:prophe\w+|foretold|destined)\b")
_ASKED = re.compile(r"[^，；。！\n]{0,30}?(?:[？?]|[吗么呢](?=[。”]))")


class Telling:
    """The layers of a text, found once; asked for each claim."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._narrated = _QUOTATION.sub(_unsaid, text)
        self._speech = _Ranges(found.span() for found in _QUOTATION.finditer(text))
        self._dreams = _Ranges(_scenes(text, _DREAM, _WAKING, self._speech, most=0))
        self._memories = _Ranges(_scenes(text, _MEMORY, _RETURN, self._speech, most=_LONGEST_OPEN))
        self._stops = [found.end() for found in _STOP.finditer(text)]

    def sentence(self, place: int) -> tuple[int, int]:
        """Where the sentence around an offset begins and ends, or what is near of a long one."""
        after = bisect_right(self._stops, place)
        start = self._stops[after - 1] if after else 0
        end = self._stops[after] if after < len(self._stops) else len(self._text)
        return max(start, place - _LONGEST_SENTENCE), min(end, place + _LONGEST_SENTENCE)

    def in_speech(self, place: int) -> bool:
        """Whether it stands between quotation marks."""
        return place in self._speech

    def in_memory(self, place: int) -> bool:
        """Whether it stands in a scene of former times."""
        return place in self._memories

    def mode(self, start: int, end: int, *, of_before: bool = True) -> Mode:
        """How the words from `start` to `end` are said, if they tell what somebody does.

        Args:
            start: Their first offset.
            end: Their last one, exclusive.
            of_before: Whether an English pluperfect tells of former times: it does not where
                somebody reckons how long a journey has taken.
        """
        first, last = self.sentence(start)
        sentence = self._words_around(start)[first:last]
        if _OF_GHOSTS.search(sentence):
            return Mode.DREAM
        once = _OF_ONCE.search(sentence) or (of_before and _PLUPERFECT.search(sentence))
        if start in self._memories or once:
            return Mode.FLASHBACK
        return self.mode_of_fact(start, end)

    def mode_of_fact(self, start: int, end: int) -> Mode:
        """How the words from `start` to `end` are said, if what they tell stays true ever after.

        A death that is remembered is a death, and so is one with a corpse in its sentence.
        """
        first, last = self.sentence(start)
        words = self._words_around(start)
        if start in self._dreams:
            return Mode.DREAM
        if _FORETOLD.search(words, first, last):
            return Mode.PROPHECY
        if _SUPPOSED.search(words, first, end) or _ASKED.match(words, end, last):
            return Mode.HYPOTHETICAL
        return Mode.SPEECH if start in self._speech else Mode.ASSERTED

    def _words_around(self, place: int) -> str:
        """The text as it bears on a place: what people say bears on nothing that is narrated."""
        return self._text if place in self._speech else self._narrated


def _unsaid(speech: re.Match[str]) -> str:
    """Quotation marks of a speech as far apart as they stood, and no word between them."""
    words = speech.group()
    return f"{words[0]}{' ' * (len(words) - 2)}{words[-1]}" if len(words) > 1 else words


class _Ranges:
    """Stretches that do not overlap, asked for by offset."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = list(spans)
        self._starts = [start for start, _ in self._spans]

    def __contains__(self, place: int) -> bool:
        after = bisect_right(self._starts, place)
        return after > 0 and place < self._spans[after - 1][1]


def _scenes(
    text: str, opening: re.Pattern[str], closing: re.Pattern[str], speech: _Ranges, *, most: int
) -> Iterator[tuple[int, int]]:
    """From each opening outside a speech to what closes it.

    Where nothing does so a scene ends with its paragraph, but not before `most` characters.
    """
    end = 0
    closings = [found.start() for found in closing.finditer(text)]
    for found in opening.finditer(text):
        start = found.start()
        if start >= end and start not in speech:
            after = bisect_left(closings, found.end())
            paragraph = text.find("\n", start + most)
            end = len(text) if paragraph < 0 else paragraph
            if after < len(closings) and closings[after] < start + _LONGEST_SCENE:
                end = closings[after]
            yield start, max(end, found.end())
