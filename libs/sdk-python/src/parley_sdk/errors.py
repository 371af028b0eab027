"""The failures of a call: a class for each status."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Literal, Mapping, Optional, Type, cast, get_args

# : The words that distinguish kinds of failures; `BATCH_FAILED` belongs to `BatchError`, each of the others has a class below.
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
    """A failed call; the subclasses are its kinds. `request_id` identifies the request in the logs of the installation."""

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
        # : 0 when there was no response.
        self.http_status = http_status
        self.request_id = request_id
        self.code = code
        # : Further information of the response.
        self.details = details
        # : Seconds to wait before trying again, if the response gave them.
        self.retry_after = retry_after
        # : Whether this is the stored response to an earlier request with the same idempotency key: sending the request again returns it
        # again.
        self.replayed = replayed


class InvalidArgumentError(ParleyError):
    """The request breaks rules; `violations` lists them."""

    @property
    def violations(self) -> List[Dict[str, str]]:
        return self.details if isinstance(self.details, list) else []


class PreconditionError(ParleyError):
    """The current state does not allow the request."""


class UnauthenticatedError(ParleyError):
    """The credentials are missing, unknown, wrong, revoked, expired or of another level."""


class PermissionDeniedError(ParleyError):
    """The operation is closed to this caller."""


class NotFoundError(ParleyError):
    """A thing that the request names does not exist."""


class AlreadyExistsError(ParleyError):
    """The thing already exists."""


class AbortedError(ParleyError):
    """The request collided with another one."""


class ResourceExhaustedError(ParleyError):
    """Too many requests at once, a quota is reached, or the request is too large."""


class InternalError(ParleyError):
    """A fault of the installation, or domains that existed (Add domains)."""


class UnimplementedError(ParleyError):
    """The operation does not exist."""


class UnavailableError(ParleyError):
    """A part of the installation is not available."""


class DeadlineExceededError(ParleyError):
    """The request timed out in the installation."""


class ConnectionError(ParleyError):
    """No connection could be made, or it was lost."""


class TimeoutError(ConnectionError):
    """The request timed out on the client's side."""


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

# Responses of proxies, and the one of Parley without a status word (Delete folder).
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
    """The error of a response, whether Parley or a proxy sent it."""
    error = _body_of(body)
    status = error.get("status")
    # A later version may have further status words: they count like their HTTP status.
    word = cast(StatusWord, status) if status in get_args(StatusWord) else _words.get(http_status, "INTERNAL")
    message = error.get("message")
    return _classes.get(word, ParleyError)(
        message if isinstance(message, str) else f"The response has HTTP status {http_status} and no error of Parley.",
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
        # Pages of proxies are not JSON.
        return {}
    error = parsed.get("error") if isinstance(parsed, dict) else None
    return error if isinstance(error, dict) else {}
