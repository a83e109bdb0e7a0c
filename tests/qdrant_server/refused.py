"""A request that is not carried out."""


class RefusedError(Exception):
    """Told to whoever asked, in the form of the protocol."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self.text = status, text
        super().__init__(text)
