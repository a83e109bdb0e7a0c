"""A chapter long enough to be summarised, and what a model may say about it."""

from typing import Any

OPENING = (
    """第一章 渡口
林墨在渡口等了三天，只等到一封没有落款的信。信上说，初八夜里有船来接，一人收银五十两，概不赊欠。
"""
    + "他把信读了两遍，叠好，放进怀里。江上起了风，对岸的灯灭了下去。老人们说这里的水从来不等人。\n"
    * 10
)

STORY = "第二章 夜渡\n" + (
    """初八夜里，船果然来了。撑船的是个女人，自称苏晚晴，说只收五十两，少一文也不开船。
林墨数出五十两银子，一锭一锭放在船板上。苏晚晴没有数，只把一枚铜钥匙交给林墨。
“到了青石镇，找城东的当铺，”她说，“除非掌柜先开口，否则不得提起我的名字。”
船到江心，后面追来两条快船。追兵放箭，苏晚晴左臂中了一箭，没有叫出声。
林墨接过竹篙，把船撑进芦苇荡。天亮的时候，追兵的船已经看不见了。
苏晚晴撕下衣角包住伤口。“他们不是来追你的，”她说，“他们要的是那把钥匙。”
林墨问她钥匙开的是什么，她没有回答。江面上的雾很厚，两个人谁也没有再说话。
"""
    + "船顺着水慢慢往下走，岸上的芦苇一丛接着一丛，水鸟从船头飞过去，又落在看不见的地方。\n" * 8
    + """初九中午，青石镇的码头到了。苏晚晴不肯上岸，说她要回去见周先生。
“三天之后我若不来，”她说，“你就把钥匙扔进江里。”林墨答应了她。
"""
)

SUMMARY = (
    "初八夜里，苏晚晴撑船来接林墨，收了五十两银子，把一枚铜钥匙交给林墨，叮嘱他除非掌柜先开口，否则不得提起她的名字。"
    "追兵放箭，苏晚晴左臂中箭，林墨把船撑进芦苇荡。初九中午到了青石镇，苏晚晴不肯上岸。"
)


def account(**changed: Any) -> dict[str, Any]:
    """What an honest model says about the second chapter."""
    said: dict[str, Any] = {
        "summary": SUMMARY,
        "story_start": "初八夜里",
        "story_end": "初九中午",
        "people": [{"name": "林墨", "aliases": []}, {"name": "苏晚晴", "aliases": []}],
        "places": ["青石镇"],
        "updates": [
            {
                "name": "苏晚晴",
                "state": "左臂中了一箭，不肯上岸",
                "condition": "injured",
                "location": "",
                "evidence": "苏晚晴左臂中了一箭，没有叫出声",
            }
        ],
        "relationships": [],
        "new_foreshadows": [
            {
                "code": "",
                "title": "铜钥匙",
                "text": "铜钥匙开的是什么，她没有回答",
                "evidence": "林墨问她钥匙开的是什么，她没有回答",
            }
        ],
        "advanced_foreshadows": [],
        "paid_foreshadows": [],
        "items": [
            {
                "name": "铜钥匙",
                "holder": "林墨",
                "state": "苏晚晴把铜钥匙交给林墨",
                "evidence": "只把一枚铜钥匙交给林墨",
            }
        ],
        "duties": [
            {
                "kind": "continue",
                "text": "三天之后苏晚晴若不来，林墨要把钥匙扔进江里",
                "evidence": "三天之后我若不来",
            }
        ],
    }
    return said | changed


ENGLISH_STORY = "CHAPTER I\nThe Ferry\n\n" + (
    """On the third of March the ferry came at last. Mira Vance paid the boatman forty crowns.
"You will not speak of this unless the warden asks," said the boatman, and he gave her a brass key.
Orlin Hale was waiting on the far bank. He had lost his left hand at Carrow, and he did not smile.
Two riders followed them along the water until noon. Orlin shot one of them, and the other fled.
"""
    + "The river went on beside the road, brown and slow, and poplars stood along it in rows.\n" * 6
    + """By evening they had come to the mill. Mira hid the brass key under the hearth.
"We leave in two days," said Orlin. Mira did not answer.
"""
)

ENGLISH_SUMMARY = (
    "On the third of March Mira Vance paid the boatman forty crowns, and he gave her a brass key. "
    "Orlin Hale shot one of the two riders who followed them. By evening they had come to the "
    "mill, where Mira hid the brass key under the hearth."
)


def english_account(**changed: Any) -> dict[str, Any]:
    """What an honest model says about the English chapter."""
    said: dict[str, Any] = account(
        summary=ENGLISH_SUMMARY,
        story_start="the third of March",
        story_end="evening",
        people=[{"name": "Mira Vance", "aliases": ["Mira"]}, {"name": "Orlin Hale", "aliases": []}],
        places=["Carrow"],
        updates=[],
        new_foreshadows=[],
        items=[
            {
                "name": "brass key",
                "holder": "Mira Vance",
                "state": "hidden under the hearth of the mill",
                "evidence": "Mira hid the brass key under the hearth",
            }
        ],
        duties=[
            {
                "kind": "continue",
                "text": "They leave in two days",
                "evidence": "We leave in two days",
            }
        ],
    )
    return said | changed
