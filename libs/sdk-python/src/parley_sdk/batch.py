"""The answer to a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, List, Mapping, TypeVar, cast

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class BatchFailure:
    """An item that failed; `code` is a permanent word, such as `not_found`."""

    id: str
    code: str
    message: str


class BatchError(Exception):
    """Some items of a batch failed; the others are done."""

    def __init__(self, operation: str, failed: List[BatchFailure], count: int) -> None:
        first = failed[0]
        super().__init__(f"{operation}: {len(failed)} of {count} items failed, the first is {first.id}: {first.message}")
        self.failed = failed


class Batch(Generic[Entry]):
    """An entry for each item, by its id; some may have failed."""

    def __init__(self, operation: str, result: Mapping[str, Any]) -> None:
        self._operation = operation
        #: The whole `result` of the answer, with what an operation adds beside the entries.
        self.raw = result
        self.message: str = result.get("message", "")
        self.results: Dict[str, Entry] = result.get("data") or {}

    @property
    def failed(self) -> List[BatchFailure]:
        entries = cast(Dict[str, Dict[str, Any]], self.results)
        return [BatchFailure(id, one.get("code", ""), one["message"]) for id, one in entries.items() if not one["success"]]

    @property
    def succeeded(self) -> List[str]:
        return [id for id, one in cast(Dict[str, Dict[str, Any]], self.results).items() if one["success"]]

    def or_raise(self) -> "Batch[Entry]":
        """This answer, when every item succeeded; raises a `BatchError` otherwise."""
        if self.failed:
            raise BatchError(self._operation, self.failed, len(self.results))
        return self
