"""What a call can fail with: a class for each status."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Literal, Mapping, Optional, Type, cast, get_args

#: The words that tell kinds of failures apart; `BATCH_FAILED` is of a `BatchError`, each of the others has a class below.
StatusWord = Literal[
    "INVALID_ARGUMENT",
    "OUT_OF_RANGE",
    "FAILED_PRECONDITION",
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "ABORTED",
    "RESOURCE_EXHAUSTED",
    "INTERNAL",
    "UNIMPLEMENTED",
    "UNAVAILABLE",
    "DEADLINE_EXCEEDED",
    "BATCH_FAILED",
]


class ParleyError(Exception):
    """A call that failed. The subclasses say how; `request_id` finds the request in the logs of the installation."""

    def __init__(
        self,
        message: str,
        *,
        status: StatusWord,
        http_status: int = 0,
        request_id: str = "",
        code: Any = None,
        details: Any = None,
        retry_after: Optional[float] = None,
        replayed: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status: StatusWord = status
        #: 0 when there was no answer.
        self.http_status = http_status
        self.request_id = request_id
        self.code = code
        #: What the answer said beyond its message.
        self.details = details
        #: Seconds to wait before trying again, when the answer said so.
        self.retry_after = retry_after
        #: Whether it answers an earlier request with the same idempotency key: sent again, the request gets the same answer.
        self.replayed = replayed


class InvalidArgumentError(ParleyError):
    """The request breaks rules; `violations` has each of them."""

    @property
    def violations(self) -> List[Dict[str, str]]:
        return self.details if isinstance(self.details, list) else []


class PreconditionError(ParleyError):
    """The state of something does not allow it."""


class UnauthenticatedError(ParleyError):
    """The credentials are missing, unknown, wrong, revoked, expired or of another level."""


class PermissionDeniedError(ParleyError):
    """The operation is closed to this caller."""


class NotFoundError(ParleyError):
    """What the request names does not exist."""


class AlreadyExistsError(ParleyError):
    """It exists already."""


class AbortedError(ParleyError):
    """A collision with another request."""


class ResourceExhaustedError(ParleyError):
    """Too much at once, or too large."""


class InternalError(ParleyError):
    """A fault of the installation, or domains that existed (Add domains)."""


class UnimplementedError(ParleyError):
    """There is no such operation."""


class UnavailableError(ParleyError):
    """A part of the installation is not available."""


class DeadlineExceededError(ParleyError):
    """The installation ran out of time."""


class ConnectionError(ParleyError):
    """The connection failed: there was none, or it broke."""


class TimeoutError(ConnectionError):
    """The request timed out, by the time of this client."""


_classes: Mapping[StatusWord, Type[ParleyError]] = {
    "INVALID_ARGUMENT": InvalidArgumentError,
    "OUT_OF_RANGE": InvalidArgumentError,
    "FAILED_PRECONDITION": PreconditionError,
    "UNAUTHENTICATED": UnauthenticatedError,
    "PERMISSION_DENIED": PermissionDeniedError,
    "NOT_FOUND": NotFoundError,
    "ALREADY_EXISTS": AlreadyExistsError,
    "ABORTED": AbortedError,
    "RESOURCE_EXHAUSTED": ResourceExhaustedError,
    "INTERNAL": InternalError,
    "UNIMPLEMENTED": UnimplementedError,
    "UNAVAILABLE": UnavailableError,
    "DEADLINE_EXCEEDED": DeadlineExceededError,
}

# Answers of proxies, and the one of ours that has no word (Delete folder).
_words: Mapping[int, StatusWord] = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    409: "ABORTED",
    413: "RESOURCE_EXHAUSTED",
    429: "RESOURCE_EXHAUSTED",
    501: "UNIMPLEMENTED",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


def error_of(http_status: int, body: bytes, request_id: str, retry_after: Optional[float], replayed: bool = False) -> ParleyError:
    """The error of an answer, whether it came from Parley or from something in between."""
    error = _body_of(body)
    status = error.get("status")
    # A later version may have further words: those count as what their HTTP status says.
    word = cast(StatusWord, status) if status in get_args(StatusWord) else _words.get(http_status, "INTERNAL")
    message = error.get("message")
    return _classes.get(word, ParleyError)(
        message if isinstance(message, str) else f"The answer has HTTP status {http_status} and no error of Parley.",
        status=word,
        http_status=http_status,
        request_id=error.get("requestId") or request_id,
        code=error.get("code"),
        details=error.get("details"),
        retry_after=retry_after,
        replayed=replayed,
    )


def _body_of(body: bytes) -> Mapping[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        # Pages of proxies are no JSON.
        return {}
    error = parsed.get("error") if isinstance(parsed, dict) else None
    return error if isinstance(error, dict) else {}
