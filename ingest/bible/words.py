"""What the sections and fields of a story bible are called, in Chinese and in English."""

import re
from dataclasses import fields

from lorepack.records import MEMORY_FIELDS, MemoryKind

RULES = "rules"
"""A section of rules of any sort: each tells by its words whether it forbids."""
TIMELINE = "timeline"
"""A section of events in the order of the story, each behind its time."""

_SECTIONS: dict[MemoryKind | str, str] = {
    MemoryKind.BIBLE: "世界观 世界观设定 世界设定 设定 基本设定 背景 背景设定 简介 故事简介 主题 "
    "故事核心 bible world worldbuilding setting premise synopsis",
    RULES: "规则 写作规则 rules",
    MemoryKind.STYLE_RULE: "文风 风格 写作风格 笔法 style voice",
    MemoryKind.BAN_RULE: "禁忌 禁止 禁写 写作禁忌 ban bans taboo taboos forbidden",
    MemoryKind.LOCKED_RULE: "铁律 锁定 锁定设定 不可更改 locked canon",
    MemoryKind.VOLUME_OUTLINE: "大纲 分卷大纲 卷纲 卷大纲 outline outlines volumes",
    MemoryKind.MAINLINE: "主线 主线进度 主线剧情 mainline plot",
    MemoryKind.CHARACTER_STATE: "人物 角色 人物设定 角色设定 人物现状 人物状态 "
    "主要人物 characters cast people",
    MemoryKind.RELATIONSHIP: "关系 人物关系 relationships relations",
    MemoryKind.SCENE: "场景 地点 场景设定 地点设定 scenes places locations",
    MemoryKind.ITEM: "物件 物品 道具 法宝 items objects props",
    MemoryKind.EVENT: "事件 大事记 events",
    TIMELINE: "时间线 故事时间线 timeline chronology",
    MemoryKind.FORESHADOW: "伏笔 伏线 伏笔表 foreshadows foreshadowing",
    MemoryKind.NEXT_DUTY: "下一章 下章任务 待办 duties next",
    MemoryKind.PREFERENCE: "偏好 作者偏好 preferences",
    MemoryKind.DECISION: "决定 定案 decisions",
    MemoryKind.CHAPTER_CARD: "章节卡 章卡 章节计划 章节任务 chapter_cards cards",
    MemoryKind.TASK_RESULT: "任务结果 task_results tasks",
    MemoryKind.SESSION_SUMMARY: "会话总结 会话小结 session_summaries sessions",
    MemoryKind.NOTE: "备注 笔记 其他 其它 杂项 notes misc",
}

SECTIONS: dict[str, MemoryKind | str] = {
    name: kind for kind, names in _SECTIONS.items() for name in names.split()
} | {kind.value: kind for kind in MemoryKind}

_FIELDS = {
    "adaptation": "改编规则",
    "age": "年龄 岁数",
    "chapter_no": "章 章节 章号 chapter",
    "conceals": "隐瞒 秘密 不可说 secret secrets",
    "concerns": "待办 疑虑 遗留 open",
    "conclusion": "结论",
    "conclusions": "结论",
    "condition": "状况 生死 身体",
    "core": "核心",
    "current_state": "现状 状态 state status now",
    "ending_hook": "结尾钩子 章末钩子 钩子 hook",
    "foreshadow_codes": "伏笔 涉及伏笔 foreshadows",
    "goal": "目标 本章目标",
    "hidden_truth": "真相 隐藏真相 谜底 truth secret",
    "holder": "持有 持有人 持有者 在谁手里 owner",
    "knows": "知道 知情 已知",
    "items": "物件 道具 物品",
    "key_path": "关键步骤 经过 路径 steps",
    "kind": "类型",
    "location": "所在 位置 地点 where",
    "logline": "一句话 梗概 一句话简介",
    "met": "已完成 done",
    "must_happen": "必须发生 必写",
    "must_not": "不得发生 must_not_happen",
    "nature": "关系 性质",
    "order": "顺序 次序",
    "payoffs": "兑现次数 回收次数",
    "people": "人物 出场人物 相关人物 涉及人物 characters",
    "place": "地点 所在 位置 where",
    "places": "地点 场景",
    "planted_at": "埋设 埋于 planted",
    "pov": "视角 point_of_view",
    "props": "道具 陈设",
    "protagonist": "主角 主角内核",
    "rank": "身份 境界 修为 职位 品级 realm",
    "reason": "缘由 理由 原因 why",
    "reasons": "缘由 理由 原因 why",
    "source_ids": "来源 sources",
    "statement": "原话",
    "status": "状态 进度",
    "story_time": "时间 故事时间 time when",
    "surface": "明面 表面 表象",
    "title": "标题 名称 名 name",
    "topic": "话题 主题",
    "traits": "不变的特征 不变 特征",
    "volume": "卷 卷名",
    "whose": "谁 谁的 who",
    "world_rules": "世界规则",
}

_COMMON = {
    "text": "正文 内容 说明 描述 description",
    "subject": "主体 姓名 名字 名称 代号 编号 name code",
    "known_from": "从 自 章 章节 起 from chapter since",
    "valid_to": "到 至 止 to until",
    "importance": "重要性 重要",
    "visibility": "可见 visible",
    "supersedes": "取代",
    "due": "揭晓 应揭晓 揭晓章节 回收 兑现 回收章节 reveal",
    "id": "",
}
"""What every entry may say beside its fields."""


def section_of(name: str) -> MemoryKind | str | None:
    """What a section is about; None where its name does not say."""
    plain = _numbered.sub("", name.strip()).strip(" ：:《》【】[]").lower()
    return SECTIONS.get(plain) or SECTIONS.get(plain.replace(" ", "_"))


_numbered = re.compile(
    r"(?:[一二三四五六七八九十]{1,3}、|\d{1,2}[.、)]|[（(][一二三四五六七八九十\d]{1,3}[）)])\s*"
)


def key_of(kind: MemoryKind, name: str) -> str | None:
    """The field of a kind, or what every entry may say, that a name stands for; None for none."""
    plain = name.strip().lower().replace(" ", "_")
    own = [field.name for field in fields(MEMORY_FIELDS[kind])]
    if plain in own or plain in _COMMON:
        return plain
    called = [key for key in own if plain in _FIELDS.get(key, "").split()]
    return next(iter(called), None) or next(
        (key for key, names in _COMMON.items() if plain in names.split()), None
    )


_FORBIDS = re.compile(
    r"(?:不得|不许|不可|不能|不要|禁止|严禁|切勿|绝不|never\b|no\b|do not\b|don't\b)", re.I
)


def rule_kind(text: str) -> MemoryKind:
    """Whether a rule forbids something."""
    return MemoryKind.BAN_RULE if _FORBIDS.match(text.strip()) else MemoryKind.LOCKED_RULE
