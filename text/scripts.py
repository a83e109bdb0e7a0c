"""Which script a character belongs to."""


def is_han(character: str) -> bool:
    """Whether a character is a Chinese one (CJK ideographs, extensions and 〇 included)."""
    code = ord(character)
    return 0x4E00 <= code <= 0x9FFF or (code > 0x2E7F and _is_rare_han(code))


def _is_rare_han(code: int) -> bool:
    return (
        0x3400 <= code <= 0x4DBF
        or code == 0x3007
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x3FFFF
        or 0xE000 <= code <= 0xF8FF  # private use: editions put rare characters there
    )


def mostly_han(text: str, sample: int = 2_000) -> bool:
    """Whether a text reads as Chinese, judged by its first `sample` characters."""
    head = text[:sample]
    letters = sum(c.isalpha() for c in head)
    return letters > 0 and sum(map(is_han, head)) >= 0.15 * letters


def labelled(label: str, text: str) -> str:
    """A label before a text, with the colon of the text's own language."""
    return f"{label}{'：' if mostly_han(text) else ': '}{text}"
