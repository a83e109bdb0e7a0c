"""A test set made up here: two books of three days each."""

from benchmarks.recall.model import Chapter, Question, TestSet, Unit, single
from text.transcripts import Said, render

DAYS = {
    "ada": (
        ("I moved to Oslo in March.", "The flat has a blue door."),
        ("My cat is called Biscuit.", "Biscuit hates thunder."),
        ("I sold the piano for 300 crowns.", "Bought a violin instead."),
    ),
    "ben": (
        ("Training starts at six on Mondays.", "Coach Lund is strict."),
        ("We lost four to two against Bergen.",),
        ("My knee hurts; the doctor says two weeks.",),
    ),
}


def unit(book: str, day: int, nth: int, words: str) -> Unit:
    message = Said(text=words, stamp=f"2024-01-0{day}", speaker=book)
    return Unit(id=f"{book}/{day}/{nth}", text=f"{book}: {words}", rendered=render([message]))


def question(id: str, text: str, book: str, *gold: str, before: int | None = None) -> Question:
    return Question(id=id, text=text, book=book, groups=single(gold), before=before)


def chat_set(*, shared: bool = False) -> TestSet:
    """The chats; `shared` makes one book of one chapter each, beside some noise."""
    books = {
        book: tuple(
            Chapter(units=tuple(unit(book, day, n, words) for n, words in enumerate(said)))
            for day, said in enumerate(days, start=1)
        )
        for book, days in DAYS.items()
    }
    if shared:
        books = {
            book: (Chapter(units=tuple(u for chapter in chapters for u in chapter.units)),)
            for book, chapters in books.items()
        }
        noise = tuple(unit("noise", 9, n, f"Lovely weather number {n}.") for n in range(4))
        books["noise"] = (Chapter(units=noise),)
    questions = [
        question("cat", "What is my cat called?", "ada", "ada/2/0"),
        question("piano", "I sold the piano for how much?", "ada", "ada/3/0"),
        question("match", "We lost against Bergen, but how?", "ben", "ben/2/0"),
    ]
    return TestSet(
        name="chats",
        language="en",
        corpus="chats",
        books=books,
        questions=questions,
        asked_of=3,
        shared="noise" if shared else None,
    )
