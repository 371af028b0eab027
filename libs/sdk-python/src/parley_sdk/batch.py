"""The response to a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, List, Literal, Mapping, TypeVar, Union, cast

from .errors import ParleyError
from .gen.types import ItemCode

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class BatchFailure:
    """An item that failed; `code` is the reason, such as `not_found`; empty when the response gives none."""

    id: str
    code: Union[ItemCode, Literal[""]]
    message: str


class BatchError(ParleyError):
    """Some items of a batch failed; the others were done. Its `http_status` is 200, as that of the response; `failed` lists the failures."""

    def __init__(self, operation: str, failed: List[BatchFailure], count: int, request_id: str) -> None:
        first = failed[0]
        super().__init__(
            f"{operation}: {len(failed)} of {count} items failed, the first is {first.id}: {first.message}",
            status="BATCH_FAILED",
            http_status=200,
            request_id=request_id,
            code=first.code,
            details=[{"id": one.id, "code": one.code, "message": one.message} for one in failed],
        )
        self.failed = failed


class Batch(Generic[Entry]):
    """An entry for each item, by its id; some may have failed."""

    def __init__(self, operation: str, result: Mapping[str, Any], request_id: str) -> None:
        self._operation = operation
        # : Identifies the request in the logs of the installation.
        self.request_id = request_id
        # : The whole `result` of the response, including fields that an operation adds to the entries.
        self.raw = result
        self.message: str = result.get("message", "")
        # : A batch whose data is a list of ids has the entries beside it.
        self.results: Dict[str, Entry] = result.get("items") or result.get("data") or {}

    def __repr__(self) -> str:
        return f"<Batch of {self._operation}: {len(self.succeeded)} succeeded, {len(self.failed)} failed>"

    @property
    def failed(self) -> List[BatchFailure]:
        entries = cast(Dict[str, Dict[str, Any]], self.results)
        return [BatchFailure(id, one.get("code", ""), one["message"]) for id, one in entries.items() if not one["success"]]

    @property
    def succeeded(self) -> List[str]:
        return [id for id, one in cast(Dict[str, Dict[str, Any]], self.results).items() if one["success"]]

    @property
    def only(self) -> Entry:
        """The entry of a batch of one item."""
        return next(iter(self.results.values()))

    def or_raise(self) -> "Batch[Entry]":
        """Returns the batch when every item succeeded; raises a `BatchError` otherwise."""
        if self.failed:
            raise BatchError(self._operation, self.failed, len(self.results), self.request_id)
        return self
