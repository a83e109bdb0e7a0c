"""Samples of items, knowledge and days: what is found, and what only looks like it."""

import pytest

from lorepack.records import FindingCode
from tests.story.told import codes

SAMPLES = [
    (
        ("天晴。", "沈砚秋把铜铃送给了陆青禾。", "天阴。"),
        "沈砚秋摇了摇铜铃。",
        FindingCode.WRONG_HANDS,
    ),
    (("沈砚秋把一把钥匙交给了陆青禾。",), "沈砚秋掏出另一把钥匙，开了门。", None),
    (("沈砚秋有两把钥匙。沈砚秋把一把钥匙交给了陆青禾。",), "沈砚秋掏出钥匙，开了门。", None),
    (("沈砚秋把储物戒送给了陆青禾。",), "沈砚秋抬手，亮出储物戒。", FindingCode.WRONG_HANDS),
    (("沈砚秋把玄铁钥匙交给了陆青禾。",), "沈砚秋掏出另一把玄铁钥匙。", None),
    (("沈砚秋把铜铃借给了陆青禾。", "陆青禾把铜铃还给沈砚秋。"), "沈砚秋掏出铜铃。", None),
    (("沈砚秋把铜铃交给了陆青禾。",), "沈砚秋想起自己当年掏出铜铃的样子。", None),
    (
        ("Martin gave the brass key to Ada.",),
        "Martin gave the brass key to Tom.",
        FindingCode.WRONG_HANDS,
    ),
    (
        ("Martin gave the brass key to Ada.", "Ada lost the brass key."),
        "Ada took out the brass key.",
        FindingCode.WRONG_HANDS,
    ),
    (("沈砚秋把铜铃交给了陆青禾。",), "沈砚秋的铜铃，如今在陆青禾手里。", None),
    (("沈砚秋把铜铃交给了陆青禾。",), "如果沈砚秋手里还握着铜铃，就好了。", None),
    (("Tom burned the ledger.",), "Tom opened the ledger.", FindingCode.WRONG_HANDS),
    (("沈砚秋把半张海图交给陆青禾。",), "沈砚秋展开海图。", FindingCode.WRONG_HANDS),
    (
        ("陆青禾不知道周老三换走了海图。",),
        "陆青禾从信里得知周老三换走了海图。陆青禾早就知道周老三换走了海图。",
        None,
    ),
    (
        ("陆青禾不知道周老三换走了海图。", "陆青禾收到一封信，信上说周老三换走了海图。"),
        "陆青禾知道周老三换走了海图。",
        None,
    ),
    (
        (
            "Ada did not know that Tom had burned the will.",
            "A letter came. Ada learned that Tom had burned the will.",
        ),
        "Ada knew that Tom had burned the will.",
        None,
    ),
    (
        ("Ada had no idea that Tom had sold the mill.",),
        "Ada already knew that Tom had sold the mill.",
        FindingCode.CANNOT_KNOW,
    ),
    (
        ("陆青禾不知道周老三换走了海图。", "沈砚秋写信把周老三换走海图的事告诉了陆青禾。"),
        "陆青禾早就知道周老三换走了海图。",
        None,
    ),
    (("陆青禾不知道周老三换走了海图。",), "陆青禾仍不知道周老三换走了海图。", None),
    (("一行人走了八天。",), "第二天，众人进了城。", None),
    (("一行人走了八天。",), "第二日清晨，他们继续赶路。", None),
    (("一行人走了八天。",), "这是启程后的第二日。", FindingCode.CLOCK_TURNED_BACK),
    (("They rode for eight days.",), "The next day they saw the sea.", None),
    (
        ("They rode for eight days.",),
        "On the second day of the journey it rained.",
        FindingCode.CLOCK_TURNED_BACK,
    ),
    (("They rode for eight days.",), "On the second day they rested.", None),
    (("一行人走了八天。",), "上路第九天，他们见到了海。", None),
    (("一行人走了八天。",), "到了城里的第二天，他们去看灯。", None),
    (("一行人走了八天。",), "上路后第二天的早上，众人便后悔了。", FindingCode.CLOCK_TURNED_BACK),
    (
        ("末世第十二天。\n沈砚秋醒来。",),
        "末世第十天。\n沈砚秋醒来。",
        FindingCode.CLOCK_TURNED_BACK,
    ),
    (("沈砚秋将寒霜剑赠予陆青禾。",), "沈砚秋拔出寒霜剑。", FindingCode.WRONG_HANDS),
    (
        ("沈砚秋将寒霜剑赠予陆青禾。",),
        "陆青禾拔出寒霜剑，又把寒霜剑递还给沈砚秋。沈砚秋收下寒霜剑。",
        None,
    ),
    (("寒霜剑被周老三夺走了。",), "周老三拔出寒霜剑。", None),
    (("沈砚秋把寒霜剑当了。", "沈砚秋赎回寒霜剑。"), "沈砚秋拔出寒霜剑。", None),
    (("沈砚秋把寒霜剑插在陆青禾身旁的地上。",), "沈砚秋拔出寒霜剑。", None),
    (("Ada lent Tom the silver locket.",), "Ada wore the silver locket.", FindingCode.WRONG_HANDS),
    (
        ("Ada lent Tom the silver locket.", "Tom returned the silver locket to Ada."),
        "Ada wore the silver locket.",
        None,
    ),
    (("Tom stole the ruby ring from Ada.",), "Ada wore the ruby ring.", FindingCode.WRONG_HANDS),
    (
        ("Ada had two silver rings. Ada gave the silver ring to Tom.",),
        "Ada wore the silver ring.",
        None,
    ),
    (
        ("Day 5. They ate the last of the bread.",),
        "Day 3. Nobody slept.",
        FindingCode.CLOCK_TURNED_BACK,
    ),
    (("他们走了八天。",), "三天前，他们还在城里。", None),
    (("他们走了八天。",), "他们又走了两天。", None),
    (("他们走了八天。到了京城。",), "回程的第二天，下雨了。", None),
    (("他们走了八天。",), "第二日，他们到了京城。", None),
    (("他们走了八天。",), "她想起上路的第二天，那场大雨。", None),
    (
        ("They sailed for twelve days.",),
        "It was the third day of the voyage.",
        FindingCode.CLOCK_TURNED_BACK,
    ),
    (("They sailed for twelve days.",), "On the morning after, the wind dropped.", None),
    (("他们在路上走了八天。",), "今天是他们赶路的第九天。", None),
    (("沈砚秋把虎符献给了周老三。",), "沈砚秋举起虎符，三军肃静。", FindingCode.WRONG_HANDS),
    (("周老三偷走了虎符。",), "周老三举起虎符。", None),
    (("Tom pawned the gold watch.",), "Tom checked the gold watch.", FindingCode.WRONG_HANDS),
    (
        ("Tom pawned the gold watch.", "Tom recovered the gold watch."),
        "Tom checked the gold watch.",
        None,
    ),
    (
        ("Ada threw the silver dagger into the sea.",),
        "Ada drew the silver dagger.",
        FindingCode.WRONG_HANDS,
    ),
    (("Ada gave Tom the map.",), "Tom unfolded the map.", None),
    (
        ("苏小满不知道沈砚秋就是杀父仇人。",),
        "苏小满早就知道沈砚秋就是杀父仇人。",
        FindingCode.CANNOT_KNOW,
    ),
    (
        ("苏小满不知道沈砚秋就是杀父仇人。", "苏小满在密室里发现沈砚秋就是杀父仇人。"),
        "苏小满知道沈砚秋就是杀父仇人。",
        None,
    ),
    (("苏小满不知道沈砚秋就是杀父仇人。",), "苏小满若知道沈砚秋就是杀父仇人，定不会放过他。", None),
    (
        ("Tom did not know that Ada had a key to the vault.",),
        "Tom knew that Ada had a key to the vault.",
        FindingCode.CANNOT_KNOW,
    ),
    (
        ("Tom did not know that Ada had a key to the vault.",),
        "Martin told Tom that Ada had a key to the vault. Tom knew that Ada had a key.",
        None,
    ),
    (("大军行了十二日。",), "行军的第三日，大雨。", FindingCode.CLOCK_TURNED_BACK),
    (
        ("They had been at sea for twenty days, twenty days of travel.",),
        "On the fourth day of the voyage Ada was sick.",
        FindingCode.CLOCK_TURNED_BACK,
    ),
    (("他们赶了九天路。",), "隔天，他们又赶路了。", None),
]


@pytest.mark.parametrize(("before", "draft", "code"), SAMPLES)
def test_a_sample_is_found_or_left_alone(
    before: tuple[str, ...], draft: str, code: FindingCode | None
) -> None:
    assert codes(before, draft) == ([] if code is None else [code])
