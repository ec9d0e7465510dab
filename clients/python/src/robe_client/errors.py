"""A refusal of the service as an exception.

Guarantees: whatever was answered, `status` and the message are there; the rest as far as it was said. Leaves to others:
what is no answer (no connection, a timeout), which is raised as httpx raises it.
"""

from __future__ import annotations

import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Optional

import httpx


class RobeError(Exception):
    """An answer other than 200, or one that cannot be read."""

    def __init__(self, response: httpx.Response, message: str, body: Any = None) -> None:
        super().__init__(message)
        told = body if isinstance(body, dict) else {}
        details = told.get("details")
        fault = details if isinstance(details, dict) else {}
        self.status: int = response.status_code
        #: None when something other than the service answered, such as a proxy.
        self.code: Optional[str] = told.get("code")
        #: The field at fault, such as `base.agouti`.
        self.field: Optional[str] = fault.get("field")
        #: What was sent there; None when it is missing.
        self.value: Any = fault.get("value")
        #: What may stand there.
        self.expected: Optional[list[Any]] = fault.get("expected")
        #: By this the service's operator finds the call.
        self.request_id: Optional[str] = response.headers.get("x-request-id")
        #: Seconds after which the call may succeed.
        self.retry_after: Optional[float] = _seconds(response.headers.get("retry-after"))


def refusal(response: httpx.Response) -> RobeError:
    """The error that an answer other than 200, read already, stands for."""
    try:
        body = response.json()
    except ValueError:
        body = None
    message = body.get("message") if isinstance(body, dict) else None
    return RobeError(response, message or f"HTTP status {response.status_code}", body)


def unreadable(response: httpx.Response) -> RobeError:
    """The error of an answer that was cut off, or is none of the service's."""
    return RobeError(response, "The answer is not what the service answers, or not all of it")


def _seconds(header: Optional[str]) -> Optional[float]:
    """Retry-After is a number of seconds; proxies may write a date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]+", header):
        return float(header)
    try:
        moment = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())
