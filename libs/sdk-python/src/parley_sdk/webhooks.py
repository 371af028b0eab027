"""Verification, decoding and decryption of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import inspect
import json
import re
import time
from typing import Any, Iterable, Mapping, Optional, Protocol, Sequence, Tuple, TypeGuard, Union

from .gen.types import WebhookEndpointEvent, WebhookProcessed, WebhookRaw, WebhookRemovalEvent, WebhookThin

# : An event with the whole thread: sent to `rawNotificationUrl`.
RawEvent = WebhookRaw
# : An event with the users to notify, and of what: sent to `processedNotificationUrl`.
ProcessedEvent = WebhookProcessed
# : An event with ids and the names of changed fields, without content: sent to endpoints with the payload `thin`.
ThinEvent = WebhookThin
# : An event about an endpoint: sent to endpoints that subscribe to such events.
EndpointEvent = WebhookEndpointEvent
# : An event about a removal (`removal.complete`): sent to endpoints that list it.
RemovalEvent = WebhookRemovalEvent
# : One of the nine events; `event` says which. Only a raw one has `commentAnnotation`. Endpoints may also receive the other kinds;
# `is_thin_event`, `is_endpoint_event` and `is_removal_event` distinguish them.
WebhookEvent = Union[RawEvent, ProcessedEvent]


def is_raw_event(event: WebhookEvent) -> TypeGuard[RawEvent]:
    """Whether an event was sent to the raw endpoint."""
    return "commentAnnotation" in event


def is_thin_event(event: object) -> TypeGuard[ThinEvent]:
    """Whether an event was sent to an endpoint with the payload `thin`."""
    return isinstance(event, dict) and "changed" in event


def is_endpoint_event(event: object) -> TypeGuard[EndpointEvent]:
    """Whether an event is about an endpoint."""
    return isinstance(event, dict) and "endpoint" in event


def is_removal_event(event: object) -> TypeGuard[RemovalEvent]:
    """Whether an event is about a removal."""
    return isinstance(event, dict) and "removal" in event


class Headers(Protocol):
    """The headers of a server's request: a dict, or those of Flask, Django, Starlette and `http.server`."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


class WebhookVerificationError(Exception):
    """A delivery that must not be trusted: respond with 401."""


def unwrap_webhook(
    body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, None, Sequence[Optional[str]]],
    *,
    private_key: Optional[str] = None,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies a delivery, decodes or decrypts it and returns its event.

    `body` is the received bytes, unchanged. With several secrets one of them must have signed it. Raises `WebhookVerificationError` when it must not
    be trusted, for example when `secret` comes from a variable that is not set. `private_key` is an RSA key in PEM; opening encrypted bodies needs the package
    `cryptography` (the extra `encryption`).
    """
    if body is None or inspect.isawaitable(body):
        raise TypeError(_MISSING_BODY)
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError(_PARSED_BODY)
    content = body.encode() if isinstance(body, str) else bytes(body)
    lower = {name.lower(): str(value) for name, value in headers.items()}
    secrets = [secret] if isinstance(secret, str) or secret is None else list(secret)
    problem = _problem(lower, content, secrets, tolerance, time.time() if now is None else now)
    if problem is not None:
        raise WebhookVerificationError(f"The delivery is refused: {problem}" + ("" if problem.endswith("?") else "."))
    event: WebhookEvent = json.loads(_opened(content, private_key))
    return event


_MISSING_BODY = (
    "there is no body: the server has not read it. Read the raw body first, with request.get_data() of Flask, request.body of Django or "
    "await request.body() of FastAPI."
)

_PARSED_BODY = (
    "body is neither text nor bytes, so it has already been parsed, but the raw body was signed: pass the raw body, such as "
    "request.get_data() of Flask, request.body of Django or await request.body() of FastAPI."
)


def _problem(headers: Mapping[str, str], body: bytes, secrets: Sequence[Optional[str]], tolerance: float, now: float) -> Optional[str]:
    id, timestamp, signature = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and timestamp and signature):
        return "webhook-id, webhook-timestamp or webhook-signature is missing"
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        return "webhook-timestamp is not a number of seconds"
    if abs(now - int(timestamp)) > tolerance:
        return f"webhook-timestamp is more than {tolerance:g} seconds away from now"
    signed = f"{id}.{timestamp}.".encode() + body
    given = [_decoded(part[3:]) for part in signature.split(" ") if part.startswith("v1,")]
    known = [_decoded((secret or "").strip().removeprefix("whsec_")) for secret in secrets]
    if None in known:
        return "a secret is not base64 after whsec_; copy it whole, as Get webhook secret returns it"
    # With an empty secret, as from a variable that is not set, anybody could sign.
    keys = [key for key in known if key]
    if not keys:
        return "there is no secret to verify it with; is the variable that holds it (whsec_…) set?"
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(one is not None and hmac.compare_digest(expected, one) for one in given):
            return None
    return "no signature matches a known secret; is the body exactly the received bytes, not parsed and serialised again?"


def _decoded(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        # Text that is not base64 is neither signature nor secret.
        return None


def _opened(body: bytes, private_key: Optional[str]) -> bytes:
    sent = json.loads(body)
    if isinstance(sent.get("encodedPayload"), str):
        return base64.b64decode(sent["encodedPayload"])
    if not isinstance(sent.get("encryptedData"), str):
        return body
    if private_key is None:
        raise ValueError("The body is encrypted, and no private_key was given.")
    from cryptography.hazmat.primitives import hashes, padding, serialization
    from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    opener = serialization.load_pem_private_key(private_key.encode(), password=None)
    if not isinstance(opener, RSAPrivateKey):
        raise ValueError("private_key is not an RSA key.")
    oaep = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
    key = opener.decrypt(base64.b64decode(sent["encryptedKey"]), oaep)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(base64.b64decode(sent["iv"]))).decryptor()
    padded = decryptor.update(base64.b64decode(sent["encryptedData"])) + decryptor.finalize()
    unpadder = padding.PKCS7(128).unpadder()
    return unpadder.update(padded) + unpadder.finalize()
