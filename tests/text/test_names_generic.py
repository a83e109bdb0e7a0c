import pytest

from text.names.generic import is_generic_title, is_pronoun


@pytest.mark.parametrize(
    "word",
    ["他", "她", "它", "我", "你", "咱", "俺", "自己", "那人", "对方", "众人", "I", "She", "who"],
)
def test_pronouns_name_nobody(word: str) -> None:
    assert is_pronoun(word)


@pytest.mark.parametrize(
    "word",
    [
        "大哥",
        "掌柜",
        "前辈",
        "师兄",
        "老板",
        "先生",
        "boss",
        "Captain",
        "the captain",
        "Mr.",
        "Miss",
    ],
)
def test_titles_are_anybodys(word: str) -> None:
    assert is_generic_title(word)
    assert not is_pronoun(word)


@pytest.mark.parametrize("word", ["林墨", "林先生", "宝玉", "K", "Captain Vale", "Herman", "叶"])
def test_names_are_neither(word: str) -> None:
    assert not is_pronoun(word)
    assert not is_generic_title(word)
