"""Calls of operations: credentials, retries and idempotency keys, for both senders."""

from __future__ import annotations

import email.utils
import json
import random
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import urlsplit

from .errors import ConnectionError, ParleyError, error_of


class NotGiven:
    """Stands for an argument that was not given, where None means null."""

    def __bool__(self) -> bool:
        return False


NOT_GIVEN = NotGiven()


def unless_none(value: Any) -> Any:
    return NOT_GIVEN if value is None else value


def given(arguments: Mapping[str, Any]) -> Dict[str, Any]:
    """The given arguments, by their names on the wire."""
    return {name: value for name, value in arguments.items() if not isinstance(value, NotGiven)}


@dataclass(frozen=True)
class Operation:
    """The description of an operation that a client needs to call it."""

    name: str
    path: str
    auth: str
    mutates: bool = False
    body_credentials: bool = False
    # : Longest time in seconds that the gateway takes, if it differs from the usual one.
    timeout: Optional[float] = None
    # : Set for an operation that reads one thing: the field that holds its id, and the list of ids in which the id is sent.
    single: Optional[Tuple[str, str]] = None
    # : Set for an operation that sends one item: the field that holds the item, and the list in which the item is sent.
    one_item: Optional[Tuple[str, str]] = None


def asking_for_one(operation: Operation, data: Mapping[str, Any]) -> Dict[str, Any]:
    """The request of a list that returns one thing, or fails with NOT_FOUND."""
    id, ids = operation.single or ("", "")
    return {**{key: value for key, value in data.items() if key != id}, ids: [data[id]], "one": True}


def with_one_item(operation: Operation, data: Mapping[str, Any]) -> Dict[str, Any]:
    """The request of a batch of one item."""
    item, items = operation.one_item or ("", "")
    return {**{key: value for key, value in data.items() if key != item}, items: [data[item]]}


@dataclass(frozen=True)
class Done:
    """The response of an operation that returns only a message."""

    message: str


@dataclass(frozen=True)
class CallOptions:
    """Settings of one call that differ from its client's."""

    #: Longest time of one attempt in seconds, body included.
    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    # : Makes a repeat within 24 hours return the response to the first request. Without it each mutation gets a generated key.
    idempotency_key: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class Answered(NamedTuple):
    """A response: the whole `result`, and the id that identifies the request in the logs of the installation."""

    result: Mapping[str, Any]
    request_id: str


@dataclass(frozen=True)
class Settings:
    """The address of Parley and the credentials of the caller."""

    base_url: str
    api_key: Optional[str] = None
    auth_token: Optional[str] = field(default=None, repr=False)
    workspace_id: Optional[str] = None
    workspace_token: Optional[str] = field(default=None, repr=False)
    admin_token: Optional[str] = field(default=None, repr=False)
    header_prefix: str = "x-svc-"
    timeout: float = 30.0
    max_retries: int = 4
    max_retry_after: float = 60.0
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        problem = _base_url_problem(self.base_url)
        if problem is not None:
            raise ValueError(problem)

    def credentials(self, operation: Operation) -> Dict[str, str]:
        prefix = self.header_prefix
        needed = {
            "apiKey": {f"{prefix}api-key": "api_key", f"{prefix}auth-token": "auth_token"},
            "workspace": {f"{prefix}workspace-id": "workspace_id", f"{prefix}auth-token": "workspace_token"},
            "admin": {f"{prefix}admin-token": "admin_token"},
        }[operation.auth]
        for setting in needed.values():
            if not getattr(self, setting):
                raise TypeError(f"{operation.name} needs {setting}, which this client was not given.")
        return {header: getattr(self, setting) for header, setting in needed.items()}


def _base_url_problem(given: Optional[str]) -> Optional[str]:
    if not given:
        return 'base_url is missing: it is the URL of the gateway, such as "https://parley.example.com" or "http://localhost:8080".'
    if re.match(r"https?://", given, re.IGNORECASE) is None:
        rest = re.sub(r"^(?:[a-z][a-z0-9+.-]*:)?//", "", given, flags=re.IGNORECASE)
        # Servers on this machine are seldom reached over TLS.
        scheme = "http" if re.match(r"localhost|127\.|\[::1\]", rest) else "https"
        return f'base_url is "{given}", which does not begin with http:// or https://; write "{scheme}://{rest}".'
    try:
        host = urlsplit(given).hostname
    except ValueError:
        host = None
    return None if host else f'base_url is "{given}", which is not a URL.'


_FIRST_WAIT = 0.2
_LONGEST_WAIT = 10.0
# The gateway's own time-out of an operation ends before the client's, so that its error is received.
_MARGIN = 5.0
_RETRIED = (429, 502, 503, 504)


class Call:
    """A prepared call: every attempt sends the same bytes with the same idempotency key."""

    def __init__(self, settings: Settings, operation: Operation, data: Mapping[str, Any], options: CallOptions, accept: str) -> None:
        self._settings = settings
        self.path = operation.path
        self.url = settings.base_url.rstrip("/") + operation.path
        self.headers = {"content-type": "application/json", "accept": accept, **settings.headers}
        self.headers.update(settings.credentials(operation))
        self.headers.update(options.headers)
        if operation.mutates:
            self.headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
        own = {"apiKey": settings.api_key, "authToken": settings.auth_token} if operation.body_credentials else {}
        self.body = json.dumps({"data": {**own, **data}}, ensure_ascii=False, allow_nan=False).encode()
        usual = max(settings.timeout, 0.0 if operation.timeout is None else operation.timeout + _MARGIN)
        self.timeout = usual if options.timeout is None else options.timeout
        self._retries = settings.max_retries if options.max_retries is None else options.max_retries

    def wait(self, attempt: int, error: ParleyError) -> float:
        """Seconds until the attempt after `attempt` (from 0); raises the error when there is none."""
        passing = isinstance(error, ConnectionError) or error.http_status in _RETRIED or error.status == "ABORTED"
        # The stored response to an earlier request with the same key does not change.
        if attempt >= self._retries or not passing or error.replayed:
            raise error
        if error.retry_after is None:
            most = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**attempt)
            # A random time, so that clients that failed together do not retry together.
            return random.uniform(most / 2, most)
        if error.retry_after > self._settings.max_retry_after:
            raise error
        return error.retry_after + random.uniform(0, _FIRST_WAIT)

    def answered(self, status: int, headers: Mapping[str, str], body: bytes) -> Answered:
        """The response's result; raises its error."""
        request_id = headers.get("x-request-id", "")
        if status >= 300:
            replayed = headers.get("idempotent-replayed") == "true"
            raise error_of(status, body, request_id, _retry_after(headers.get("retry-after")), replayed)
        try:
            result = json.loads(body).get("result")
        except (ValueError, AttributeError) as cause:
            # HTTP does not notice that a response without a length was cut off.
            raise ConnectionError(f"The response of {self.path} is not valid JSON: {body[:100]!r}", status="UNAVAILABLE") from cause
        if not isinstance(result, dict):
            raise ConnectionError(f"The response of {self.path} has no result: {body[:100]!r}", status="UNAVAILABLE")
        return Answered(result, request_id)


def _retry_after(header: Optional[str]) -> Optional[float]:
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
