"""Words with which people ask, in both languages: they say nothing of what is looked for."""

import re

MARKS = re.compile(r"(?m)^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,2}[.)])[ \t]+|\*\*|__|~~|`+")
"""Markup that stands around words."""

_GREETING = "(?:你好|您好|哈喽|嗨|请|麻烦|劳驾)"
_CAN_YOU = "(?:请|麻烦)?[你您]?(?:能不能|可不可以|能否|能|可以)?"
_A_LITTLE = "(?:一?下)?[，,：: ]*"
_THIS = "(?:这一?(?:句话?|段话?|个情节|里)?)?(?:到底|究竟)?"
_WHERE = "(?:(?:哪|什么)(?:(?:一?[章回段节处里卷页]|儿|个?地方|个?章节)里?)+|第几[章回卷节页])"
_END = "[。？?！!]*$"

_LEADING = (
    rf"{_GREETING}?[，,！!。 ]*请问[您你]?{_A_LITTLE}",
    r"(?:你好|您好|麻烦[你您]?)[，,！!。 ]+",
    rf"{_CAN_YOU}(?:再)?帮(?:我|忙)(?:找|查|看|搜|回忆)(?:一?[找查看搜])?{_A_LITTLE}",
    rf"{_CAN_YOU}(?:再)?(?:告诉|提醒)(?:一?下)?我{_A_LITTLE}",
    rf"我(?:很?想|要)(?:问|知道|了解|找|查|确认)(?:一?[问找查])?{_A_LITTLE}",
    r"[你您]?(?:还|是否)?记不?记?得[，,：: ]*",
    r"谁说(?:过|的)?[：:] *",
    r"(?:hi|hello|hey|please|excuse me|sorry|well|so|ok(?:ay)?|quick question)\b[,!.: ]+",
    r"(?:can|could|would|will) you (?:please )?(?:remind|tell|help|show) me (?:again )?"
    r"(?:(?:of|about|with|to find|find) )?",
    r"(?:do|can|would) you (?:happen to )?(?:still )?(?:remember|recall|know) ",
    r"(?:remind|tell|show) me (?:again )?(?:(?:of|about) )?",
    r"(?:can|could|would|will) you (?:please )?(?:suggest|recommend|give me) "
    r"(?:(?:some|any|a few|an?) )?",
    r"(?:do you have |have you )?any (?:suggestions?|recommendations?|advice|ideas?|tips) "
    r"(?:for|on|about) ",
    r"what (?:is|was|are|were) the total (?:number|amount) of ",
    r"i(?:['’]d| would)? (?:want|like|need|love) to (?:know|ask|find out)(?: about)?[,: ]+",
    r"i(?:['’]m| am| was) (?:just )?(?:wondering|trying to (?:remember|recall|find))[,: ]+"
    r"(?:if you (?:can|could) (?:tell|remind) me )?",
    r"(?:what|who|when|where|which) (?:was|is) it (?:again )?that ",
    r"find (?:me )?the (?:passage|part|scene|place|line|chapter|quote) "
    r"(?:where|in which|that says|that) ",
    r"who (?:says|said) ?: ?",
)
_TRAILING = (
    rf"[，, ]*(?:谢谢|多谢|感谢)[你您]?{_END}",
    rf"(?:来着|是吗|对吧|呢|呀){_END}",
    rf"[，,。 ]*{_THIS}是?(?:出自|来自|出现在|见于|在)(?:书中|原文|小说)?的?{_WHERE}的?{_END}",
    rf"[，,。 ]*(?:这句?话?)?是?谁[说讲]的话?{_END}",
    r"[, ]+(?:please|thanks|thank you)(?: in advance)?[.!?]*$",
    r"[,.;]? (?:in )?(?:which|what) (?:chapter|passage|part|scene)"
    r"(?: (?:is|was) (?:this|that|it)(?: in| from)?)?\?*$",
)
LEADING = tuple(re.compile(phrase, re.IGNORECASE) for phrase in _LEADING)
"""What a query may begin with."""
TRAILING = tuple(re.compile(phrase, re.IGNORECASE) for phrase in _TRAILING)
"""What it may end with."""
