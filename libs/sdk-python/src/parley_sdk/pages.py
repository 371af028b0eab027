"""Lists that are read page by page. If the data of a page is not a list, it counts as one item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    items: List[Item]
    # : The whole `result` of the response, including fields that an operation adds to the data.
    result: Mapping[str, Any] = field(repr=False)
    #: None on the last page.
    next_page_token: Optional[str]

    @property
    def data(self) -> List[Item]:
        """The same as `items`, under its name on the wire and in the client for TypeScript."""
        return self.items


def page_of(result: Mapping[str, Any]) -> Page[Any]:
    data = result.get("data")
    return Page(data if isinstance(data, list) else [data], result, result.get("nextPageToken") or None)


def page_of_feed(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result without `status` and `message`."""
    return {key: value for key, value in result.items() if key not in ("status", "message")}


class Pages(Generic[Item]):
    """Iterate over it for all items, fetched as they are needed; `pages()` goes over the pages, `first()` reads one."""

    def __init__(self, operation: str, first_token: Optional[str], fetch: Callable[[Optional[str]], Mapping[str, Any]]) -> None:
        self._operation = operation
        self._first_token = first_token
        self._fetch = fetch

    def __repr__(self) -> str:
        return f"<Pages of {self._operation}: iterate over it for all items, or use .all(), .pages() or .first()>"

    def all(self) -> List[Item]:
        """All items; only for lists that fit into memory."""
        return list(self)

    def first(self) -> Page[Item]:
        return cast(Page[Item], page_of(self._fetch(self._first_token)))

    def pages(self) -> Iterator[Page[Item]]:
        token = self._first_token
        while True:
            page = cast(Page[Item], page_of(self._fetch(token)))
            yield page
            if page.next_page_token is None:
                return
            token = page.next_page_token

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[Item]):
    """Like `Pages`, with `async for`."""

    def __init__(
        self, operation: str, first_token: Optional[str], fetch: Callable[[Optional[str]], Awaitable[Mapping[str, Any]]]
    ) -> None:
        self._operation = operation
        self._first_token = first_token
        self._fetch = fetch

    def __repr__(self) -> str:
        return f"<AsyncPages of {self._operation}: `async for` over it for all items, or use .all(), .pages() or .first()>"

    async def all(self) -> List[Item]:
        """All items; only for lists that fit into memory."""
        return [item async for item in self]

    async def first(self) -> Page[Item]:
        return cast(Page[Item], page_of(await self._fetch(self._first_token)))

    async def pages(self) -> AsyncIterator[Page[Item]]:
        token = self._first_token
        while True:
            page = cast(Page[Item], page_of(await self._fetch(token)))
            yield page
            if page.next_page_token is None:
                return
            token = page.next_page_token

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
