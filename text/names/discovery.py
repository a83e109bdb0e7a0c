"""Who is in a book, and from which chapter on its text makes them known."""

from collections.abc import Sequence

from text.names.chinese_people import ChinesePeople
from text.names.english_people import EnglishPeople
from text.names.found import FoundName
from text.names.observed import Observed


def discover(observed: Sequence[Observed]) -> list[FoundName]:
    """Find the names of persons from what the chapters show, given in reading order.

    What is found with `known_from < k` depends on `observed[:k]` alone, aliases included: a
    reader of the first chapters sees nothing that later ones reveal.

    Returns:
        Names in the order in which they become certain. Precision goes before completeness: a
        person whose evidence stays thin is not found.
    """
    chinese, english = ChinesePeople(), EnglishPeople()
    return [
        FoundName(name=name, known_from=index, aliases=aliases)
        for index, chapter in enumerate(observed)
        for name, aliases in (chinese if chapter.chinese else english).read(chapter)
    ]
