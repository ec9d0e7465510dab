"""Splits `{"results":[{…},{…}],…}` into its rows while its text arrives.

Guarantees: a row is given when its text is there; nothing is kept but the row that is not finished and what stands
outside of `results`, on whichever side. Leaves to others: whether the rows are what the contract says.
"""

from __future__ import annotations

import json
from typing import Any, Generator, Iterable, Iterator

_decoder = json.JSONDecoder()
_SPACE = " \t\r\n"
_DELIMITERS = tuple(_SPACE + ",:]}")


class _Text:
    """Text that arrives in pieces, read from its beginning."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._text = ""
        self._at = 0

    def _more(self) -> bool:
        piece = next(self._pieces, None)
        self._text, self._at = self._text[self._at :] + (piece or ""), 0
        return piece is not None

    def char(self) -> str:
        """The next character that is no space, which stays; '' at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self, allowed: str) -> str:
        char = self.char()
        if char == "" or char not in allowed:
            raise ValueError(f"{allowed} is expected, not {char!r}")
        self._at += 1
        return char

    def value(self) -> Any:
        self.char()
        while True:
            try:
                value, end = _decoder.raw_decode(self._text, self._at)
            except ValueError:
                if not self._more():
                    raise
                continue
            # Without its delimiter it may be the beginning of a number that goes on with the next piece.
            if self._text[end : end + 1] not in _DELIMITERS and self._more():
                continue
            self._at = end
            return value


def split_rows(pieces: Iterable[str]) -> Generator[Any, None, dict[str, Any]]:
    """Yields the rows, and returns all but them. Raises a ValueError for text that is not such an object, or not all of it."""
    text = _Text(pieces)
    rest: dict[str, Any] = {}
    text.take("{")
    while True:
        name = text.value()
        text.take(":")
        if name == "results" and text.char() == "[":
            yield from _elements(text)
        else:
            rest[name] = text.value()
        if text.take(",}") == "}":
            return rest


def _elements(text: _Text) -> Iterator[Any]:
    text.take("[")
    if text.char() == "]":
        text.take("]")
        return
    while True:
        yield text.value()
        if text.take(",]") == "]":
            return
