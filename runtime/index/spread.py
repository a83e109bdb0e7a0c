"""How far an encoder's cosines lie apart, so that evidence weighs the same whichever it is.

The cosines of one encoder may fill a tenth of the range that another's do. What counts is how far
one stands out among questions and passages that have nothing to do with each other.
"""

from statistics import mean, pstdev

from lorepack.ports import Embedder

_UNLIKE = (
    (
        ("渡口的船什么时候开？", "掌柜收了多少银子？", "谁拿走了那封信？", "他的旧伤是怎么来的？"),
        (
            "雨下了一夜，天亮时河水漫过了石阶，渡船都系在柳树下。",
            "掌柜拨着算盘，说这一季的账比去年少了三成。",
            "她把信折好，压在砚台底下，谁也没有告诉。",
            "山路难走，他的左腿又疼起来，只好歇了两回。",
            "孩子们在祠堂前放风筝，线断了，风筝落进了稻田。",
            "军令传到城下时，守将正与谋士下棋。",
            "药炉里的火熄了，满屋都是黄连的苦味。",
            "戏台上的锣鼓一响，半条街的人都围了过来。",
        ),
    ),
    (
        (
            "When does the ferry leave?",
            "How much silver did the innkeeper take?",
            "Who took the letter?",
            "How did he get his old wound?",
        ),
        (
            "It rained all night, and by morning the river had risen over the stone steps.",
            "The innkeeper ran a finger down the column: a third worse than last season.",
            "She folded the letter, put it under the inkstand and told nobody.",
            "The path was steep, and his bad leg made him rest twice before the pass.",
            "Children were flying kites until a string broke and one came down in the barley.",
            "The order reached the gate while the captain was at chess with the surveyor.",
            "The stove had gone out, and the whole room smelt of bitter roots.",
            "At the first drum half of the street came running to see the players.",
        ),
    ),
)
"""Questions and passages of two languages, of which few have to do with each other."""


def spread(embedder: Embedder) -> float:
    """Standard deviation of the cosines of a question with passages, over some of both languages.

    Raises:
        ProviderError: The encoder failed.
    """
    return mean(_of_language(embedder, questions, passages) for questions, passages in _UNLIKE)


def _of_language(
    embedder: Embedder, questions: tuple[str, ...], passages: tuple[str, ...]
) -> float:
    documents = embedder.embed_documents(passages)
    asked = [embedder.embed_query(question) for question in questions]
    return mean(pstdev(float(query @ document) for document in documents) for query in asked)
