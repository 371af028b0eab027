"""A client of Parley: `Parley` for ordinary code, `AsyncParley` for asyncio."""

from .batch import Batch, BatchError, BatchFailure
from .calls import CallOptions, Done, Operation
from .client import AsyncParley, Parley
from .errors import (
    AbortedError,
    AlreadyExistsError,
    ConnectionError,
    DeadlineExceededError,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    ParleyError,
    PermissionDeniedError,
    PreconditionError,
    ResourceExhaustedError,
    StatusWord,
    TimeoutError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
)
from .pages import AsyncPages, Page, Pages
from .streams import AskAiEvent, AskAiFailure, AskAiStream, AsyncAskAiStream
from .watches import AsyncChangesWatch, ChangesWatch
from .webhooks import ProcessedEvent, RawEvent, WebhookEvent, WebhookVerificationError, is_raw_event, unwrap_webhook

__all__ = [
    "AbortedError",
    "AlreadyExistsError",
    "AskAiEvent",
    "AskAiFailure",
    "AskAiStream",
    "AsyncAskAiStream",
    "AsyncChangesWatch",
    "AsyncPages",
    "AsyncParley",
    "Batch",
    "BatchError",
    "BatchFailure",
    "CallOptions",
    "ChangesWatch",
    "ConnectionError",
    "DeadlineExceededError",
    "Done",
    "InternalError",
    "InvalidArgumentError",
    "NotFoundError",
    "Operation",
    "Page",
    "Pages",
    "Parley",
    "ParleyError",
    "PermissionDeniedError",
    "PreconditionError",
    "ProcessedEvent",
    "RawEvent",
    "ResourceExhaustedError",
    "StatusWord",
    "TimeoutError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "WebhookEvent",
    "WebhookVerificationError",
    "is_raw_event",
    "unwrap_webhook",
]
