"""The plan of a pack: which sections it has, in which order, how large, how dear.

Sections run from the most to the least stable, so that the next chapter's prompt shares the
longest possible beginning. Caps are soft, in tokens at the usual budget, and scale with the
budget asked for; the total alone is hard.
"""

from dataclasses import dataclass

from lorepack.records import Level

USUAL_BUDGET = 12_000
"""The budget at which the caps below hold, in tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is laid down for one section."""

    name: str
    level: Level
    cap: int
    """Tokens at the usual budget."""
    kept: int
    """Whose turn it is when room is shared out, 1 first."""
    stable: bool
    """Whether it stays the same from chapter to chapter: sized by its cap alone."""
    broad: bool
    """Whether all its pieces come in their shortest form before any is shown in a longer one."""
    zh: str
    """Its heading in a Chinese pack."""
    en: str
    """Its heading in an English pack."""

    def allowance(self, budget: int) -> int:
        """Its cap at a budget, in tokens."""
        return self.cap * budget // USUAL_BUDGET


def _plan(
    name: str,
    level: str,
    cap: int,
    kept: int,
    zh: str,
    en: str,
    *,
    stable: bool = False,
    broad: bool = False,
) -> Plan:
    return Plan(
        name=name,
        level=Level(level),
        cap=cap,
        kept=kept,
        stable=stable,
        broad=broad,
        zh=zh,
        en=en,
    )


PLANS = (
    _plan("rules", "L1", 1_000, 2, "写作规则", "Rules", stable=True),
    _plan("bible", "L1", 2_000, 7, "故事宪法", "Story bible", stable=True),
    _plan("volume_outline", "L2", 800, 8, "本卷大纲", "Volume outline", stable=True),
    _plan("story_so_far", "L2", 2_000, 4, "前情", "The story so far", stable=True),
    _plan("mainline", "L2", 200, 9, "主线进度", "Main line", stable=True),
    _plan("character_states", "L3", 2_000, 3, "人物现状", "People as they are now", broad=True),
    _plan("foreshadows", "L3", 1_500, 6, "未了伏笔", "Open foreshadows"),
    _plan("scenes_items", "L3", 500, 11, "场景、物件与备忘", "Scenes, items and notes"),
    _plan("originals", "L4", 2_000, 12, "原文", "Original passages", broad=True),
    _plan("previous_tail", "L2", 600, 5, "上一章结尾", "End of the previous chapter"),
    _plan("chapter_card", "L1", 1_500, 1, "本章任务", "This chapter"),
    _plan("query", "L1", 500, 1, "当前问题", "Asked now"),
)

BY_NAME = {plan.name: plan for plan in PLANS}
