"""The registry of test sets: one line adds one."""

from collections.abc import Callable
from functools import partial

from benchmarks.recall import novel_sets as novels
from benchmarks.recall.messages import load, load_passages, load_sessions
from benchmarks.recall.model import TestSet

SETS: dict[str, Callable[[], TestSet]] = {
    "locomo": partial(load, "locomo", "en"),
    "longmemeval_s": partial(load, "longmemeval_s", "en"),
    "longmemeval_s:session": partial(load_sessions, "longmemeval_s", "en"),
    "realmem_en": partial(load, "realmem_en", "en"),
    "realmem_en:session": partial(load_sessions, "realmem_en", "en"),
    "knowme_proust_en": partial(load, "knowme_proust_en", "en"),
    "madial_en": partial(load, "madial_en", "en"),
    "fairytaleqa_en": partial(load_passages, "fairytaleqa_en", "en"),
    "fairytaleqa_en:shelf": partial(load_passages, "fairytaleqa_en", "en", whole=True),
    "en_critic_quote": partial(novels.load, "en_critic_quote", novels.by_place),
    "en_who_says": partial(novels.load, "en_who_says", novels.by_place),
    "en_context_pack:last": partial(novels.load, "en_context_pack", novels.by_last, "last"),
    "en_context_pack:first": partial(novels.load, "en_context_pack", novels.by_first, "first"),
    "lifebench_zh": partial(load, "lifebench_zh", "zh"),
    "memdaily_zh": partial(load, "memdaily_zh", "zh"),
    "madial_zh": partial(load, "madial_zh", "zh"),
    "cmrc2018_zh": partial(load_passages, "cmrc2018_zh", "zh"),
    "drcd_zht": partial(load_passages, "drcd_zht", "zh"),
    "zh_scene": partial(novels.load, "zh_scene", novels.by_place),
    "zh_idiom:quote": partial(novels.load, "zh_idiom", novels.by_place, "quote"),
    "zh_idiom:meaning": partial(novels.load, "zh_idiom", novels.by_meaning, "meaning"),
    "zh_event_chapter": partial(novels.load, "zh_event_chapter", novels.by_chapter),
    "zh_chapter_fact": partial(novels.load, "zh_chapter_fact", novels.by_chapter),
    "zh_chapter_title": partial(novels.load, "zh_chapter_title", novels.by_chapter),
    "zh_misquote": partial(novels.load, "zh_misquote", novels.by_place),
    "zh_fragment": partial(novels.load, "zh_fragment", novels.by_place),
    "zh_context_pack:last": partial(novels.load, "zh_context_pack", novels.by_last, "last"),
    "zh_context_pack:first": partial(novels.load, "zh_context_pack", novels.by_first, "first"),
}
"""What loads each set, by its name: English ones, then Chinese ones."""
