"""The rows of a cross, one after the other while the service computes them.

Guarantees: memory does not follow the number of rows; `close`, and the end of a `with` block, end the call.
"""

from __future__ import annotations

from types import TracebackType
from typing import Callable, Generator, Iterator, Optional, Type, cast

import httpx

from .errors import unreadable
from .row_splitter import split_rows
from .types import OffspringSummary, Possibility


class Rows:
    """To be gone through once; the call is made when that begins."""

    def __init__(self, ask: Callable[[], httpx.Response]) -> None:
        self._rows = self._read(ask)
        #: The answer without its rows, such as `has_kit_linkage`; None until the last row was taken.
        self.summary: Optional[OffspringSummary] = None

    def __iter__(self) -> Iterator[Possibility]:
        return self._rows

    def __enter__(self) -> Rows:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        self._rows.close()

    def _read(self, ask: Callable[[], httpx.Response]) -> Generator[Possibility, None, None]:
        response = ask()
        try:
            rest = yield from split_rows(response.iter_text())
        except ValueError as error:
            raise unreadable(response) from error
        finally:
            response.close()
        self.summary = cast(OffspringSummary, rest)
