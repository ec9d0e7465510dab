"""When a call is made again.

Guarantees: only after a 429 or 503 that says for how long to wait, which costs nothing; never more often, nor after a
longer wait, than was allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import RobeError


@dataclass(frozen=True)
class Retry:
    """How often a call is made again at most, and after how many seconds at most each time."""

    times: int = 2
    longest_wait: float = 10.0

    def wait(self, error: RobeError, made: int) -> float:
        """Seconds until the call is made again; raises the error where it is not. :param made: calls made again before"""
        wait = error.retry_after if error.status in (429, 503) else None
        if wait is None or made >= self.times or wait > self.longest_wait:
            raise error
        return wait


NO_RETRY = Retry(times=0)
