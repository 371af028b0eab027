"""Following the changes, each at least once, through temporary failures."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Dict, Iterator, Literal, Mapping, Optional, Sequence

from .calls import CallOptions, given, unless_none
from .errors import ConnectionError, ParleyError
from .gen import calls, types

if TYPE_CHECKING:
    from .senders import AsyncSender, Sender

_LONGEST_WAIT = 25.0
_FIRST_REST = 0.2
_LONGEST_REST = 30.0


class _Place:
    """The position of a watch, its next request, and its rest before that."""

    def __init__(self, data: Mapping[str, Any], options: Optional[CallOptions]) -> None:
        options = options or CallOptions()
        self._data = data
        self._failures = 0
        self._started = 0.0
        # A response that takes as long as an attempt may is a time-out; the usual time of an attempt is longer than the longest wait.
        self._longest_wait = min(_LONGEST_WAIT, _LONGEST_WAIT if options.timeout is None else options.timeout / 2)
        self._wait = 0.0
        self.options = replace(options, max_retries=0)
        self.cursor: str = data.get("cursor", "now")

    def request(self) -> Dict[str, Any]:
        # Changes during an interrupted wait come after a cursor, but not after "now", so the first request does not wait.
        self._wait = 0.0 if self.cursor == "now" else self._longest_wait
        self._started = time.monotonic()
        return {**self._data, "cursor": self.cursor, "waitMs": int(self._wait * 1_000)}

    def rest_after_page(self, page: types.ChangesPage) -> float:
        # A stopping gateway responds at once; without a pause it would receive requests continually.
        is_early = not page["data"] and page["upToDate"] and time.monotonic() - self._started < self._wait / 2
        if is_early:
            return self._rest(0.0)
        self._failures = 0
        return 0.0

    def rest_after_error(self, error: ParleyError) -> float:
        is_fault = error.http_status >= 500 and error.status != "UNIMPLEMENTED"
        if not (isinstance(error, ConnectionError) or is_fault or error.http_status == 429 or error.status == "ABORTED"):
            raise error
        return self._rest(error.retry_after or 0.0)

    def _rest(self, least: float) -> float:
        # A random time up to a maximum, so that clients that failed together do not retry together.
        jittered = random.uniform(0, min(_LONGEST_REST, _FIRST_REST * 2.0 ** min(self._failures, 10)))
        self._failures += 1
        return max(jittered, min(least, _LONGEST_REST))


class ChangesWatch:
    """
    Follows the changes, each at least once: iterate over it for the changes one by one, over `pages()` for pages. Failures that pass (no
    connection, 429, 5xx) are waited out however long they last; any other error ends it. Keep `cursor`, or the `nextCursor` of a page that was
    dealt with, and begin the next watch with it: nothing is skipped.
    """

    def __init__(self, fetch: Callable[[Mapping[str, Any], CallOptions], types.ChangesPage], place: _Place) -> None:
        self._fetch = fetch
        self._place = place

    @property
    def cursor(self) -> str:
        """The cursor after the last page whose changes were all processed; it moves when the next page is requested."""
        return self._place.cursor

    def pages(self) -> Iterator[types.ChangesPage]:
        """The pages, including those without a change, whose cursors are after changes that the filters left out."""
        place = self._place
        while True:
            try:
                page = self._fetch(place.request(), place.options)
            except ParleyError as error:
                time.sleep(place.rest_after_error(error))
                continue
            rest = place.rest_after_page(page)
            yield page
            place.cursor = page["nextCursor"]
            time.sleep(rest)

    def __iter__(self) -> Iterator[types.Change]:
        for page in self.pages():
            yield from page["data"]


class AsyncChangesWatch:
    """Like `ChangesWatch`, with `async for`."""

    def __init__(self, fetch: Callable[[Mapping[str, Any], CallOptions], Awaitable[types.ChangesPage]], place: _Place) -> None:
        self._fetch = fetch
        self._place = place

    @property
    def cursor(self) -> str:
        """Like that of `ChangesWatch`."""
        return self._place.cursor

    async def pages(self) -> AsyncIterator[types.ChangesPage]:
        """Like those of `ChangesWatch`."""
        place = self._place
        while True:
            try:
                page = await self._fetch(place.request(), place.options)
            except ParleyError as error:
                await asyncio.sleep(place.rest_after_error(error))
                continue
            rest = place.rest_after_page(page)
            yield page
            place.cursor = page["nextCursor"]
            await asyncio.sleep(rest)

    async def __aiter__(self) -> AsyncIterator[types.Change]:
        async for page in self.pages():
            for change in page["data"]:
                yield change


class WatchedChanges:
    """Methods of `parley.changes` in addition to its operation."""

    _sender: Sender

    def watch(
        self,
        *,
        organization_id: Optional[str] = None,
        document_id: Optional[str] = None,
        action_types: Optional[Sequence[str]] = None,
        cursor: Optional[str] = None,
        page_size: Optional[int] = None,
        include: Optional[Sequence[Literal["thread"]]] = None,
        options: Optional[CallOptions] = None,
    ) -> ChangesWatch:
        """Follows the changes for as long as it is iterated over, through temporary failures; see `ChangesWatch`."""
        filters = (organization_id, document_id, action_types, cursor, page_size, include)
        return ChangesWatch(lambda data, within: self._sender.feed(calls.changes_get, data, within), _place(options, *filters))


class AsyncWatchedChanges:
    """Methods of `parley.changes` in addition to its operation."""

    _sender: AsyncSender

    def watch(
        self,
        *,
        organization_id: Optional[str] = None,
        document_id: Optional[str] = None,
        action_types: Optional[Sequence[str]] = None,
        cursor: Optional[str] = None,
        page_size: Optional[int] = None,
        include: Optional[Sequence[Literal["thread"]]] = None,
        options: Optional[CallOptions] = None,
    ) -> AsyncChangesWatch:
        """Like `watch` of the blocking client."""
        filters = (organization_id, document_id, action_types, cursor, page_size, include)
        return AsyncChangesWatch(lambda data, within: self._sender.feed(calls.changes_get, data, within), _place(options, *filters))


def _place(options: Optional[CallOptions], *filters: Any) -> _Place:
    names = ("organizationId", "documentId", "actionTypes", "cursor", "pageSize", "include")
    return _Place(given({name: unless_none(value) for name, value in zip(names, filters)}), options)
