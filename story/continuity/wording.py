"""Words for people, in Chinese and in English, of what a claim is about."""

from story.claims import Claim, Names

_OF_PREDICATE = {
    "age": ("年龄", "age"),
    "number/weight": ("重量", "weight"),
    "number/length": ("尺寸", "size"),
    "number/width": ("宽度", "width"),
    "number/depth": ("深度或厚度", "depth"),
    "number/price": ("价格", "price"),
    "number/count": ("数目", "number"),
    "sum/owes": ("欠款", "debt"),
    "date/生": ("出生日期", "day of birth"),
    "rank/cultivation": ("境界", "stage of cultivation"),
    "rank/sect": ("宗门身份", "standing in the sect"),
    "rank/army": ("军职", "rank in the army"),
    "rank/office": ("官职", "office"),
    "rank/company": ("职位", "position"),
    "rank/police": ("警职", "rank in the police"),
    "rank/school": ("功名", "degree"),
    "rank/harem": ("位份", "rank at court"),
    "rank/soldiers": ("军衔", "rank in the army"),
    "rank/constables": ("警衔", "rank in the police"),
    "rank/firm": ("职位", "position"),
    "rank/craft": ("手艺级别", "standing in the craft"),
    "rank/crew": ("船上职务", "rank at sea"),
    "rank/order": ("教职", "rank in the church"),
    "father": ("父亲", "father"),
    "mother": ("母亲", "mother"),
    "master": ("师父", "master"),
}
_PLURALS = {"foot": "feet", "feet": "feet", "inche": "inches", "gold": "gold", "silver": "silver"}
_WITH_UNIT = frozenset({"number", "sum"})


def attribute(predicate: str, *, chinese: bool) -> str:
    """What a predicate is called: 境界 for `rank/cultivation`, 月钱 for `sum/fee/月钱/两`."""
    parts = predicate.split("/")
    words = _OF_PREDICATE.get("/".join(parts[:2])) or _OF_PREDICATE.get(parts[0])
    if words is None:
        return parts[2] if parts[:2] in (["sum", "fee"], ["number", "children"]) else parts[1]
    return words[0] if chinese else words[1]


def value(claim: Claim, names: Names, *, chinese: bool) -> str:
    """A claim's value with its unit: 27岁, 300两, 筑基初期, forty dollars as 40 dollars."""
    family = claim.predicate.partition("/")[0]
    if family == "age":
        return f"{claim.value}岁" if chinese else claim.value
    if family == "rank":
        return claim.value.replace("/", "" if chinese else " ")
    if family in _WITH_UNIT:
        return _counted(claim.value, claim.predicate)
    return names.name(claim.value)


def _counted(number: str, predicate: str) -> str:
    if predicate.startswith("number/children/"):
        return f"{number}个"
    unit = predicate.rpartition("/")[2]
    if not unit.isascii():
        return f"{number}{unit}"
    return f"{number} {unit if number == '1' else _PLURALS.get(unit, f'{unit}s')}"
