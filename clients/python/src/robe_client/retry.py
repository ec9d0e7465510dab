"""When a refused call is retried.

Guarantees: only after a 429 or 503 with Retry-After, which costs nothing; never more often, nor after a longer wait, than was
allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import RobeError

#: The shortest wait for a window: an intermediary that answers `Retry-After: 0` must not keep a client busy.
MIN_WINDOW_WAIT = 1.0


@dataclass(frozen=True)
class Retry:
    """The most retries of one call, and the longest wait in seconds before each."""

    times: int = 2
    longest_wait: float = 10.0


NO_RETRY = Retry(times=0)


class Waits:
    """The waits of one call. :param window: seconds it may wait in all for rate-limit windows, whatever `retry` says"""

    def __init__(self, retry: Retry, window: float) -> None:
        self._longest_wait = retry.longest_wait
        self._retries = retry.times
        self._window = window

    def after(self, error: RobeError) -> float:
        """Seconds until the call is retried; raises the error where it is not."""
        wait = error.retry_after if error.status in (429, 503) else None
        if wait is None:
            raise error
        window_wait = max(wait, MIN_WINDOW_WAIT)
        if error.status == 429 and window_wait <= self._window:
            self._window -= window_wait
            return window_wait
        if self._retries == 0 or wait > self._longest_wait:
            raise error
        self._retries -= 1
        return wait
