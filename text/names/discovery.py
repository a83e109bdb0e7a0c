"""Who is in a book, and from which chapter on its text makes them known."""

from collections.abc import Sequence

from text.names.chinese_people import ChinesePeople
from text.names.english_people import EnglishPeople
from text.names.found import FoundName
from text.scripts import mostly_han


def discover(chapters: Sequence[str]) -> list[FoundName]:
    """Find the names of persons in chapters given in reading order.

    What is found with `known_from < k` depends on `chapters[:k]` alone, aliases included: a
    reader of the first chapters sees nothing that later ones reveal.

    Returns:
        Names in the order in which they become certain. Precision goes before completeness: a
        person whose evidence stays thin is not found.
    """
    chinese, english = ChinesePeople(), EnglishPeople()
    return [
        FoundName(name=name, known_from=index, aliases=aliases)
        for index, chapter in enumerate(chapters)
        for name, aliases in (chinese if mostly_han(chapter) else english).read(chapter)
    ]
