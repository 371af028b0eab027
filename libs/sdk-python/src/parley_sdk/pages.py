"""Lists that are read page by page. A page whose data is no list counts as one item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    items: List[Item]
    #: The whole `result` of the answer, with what an operation adds beside the data.
    result: Mapping[str, Any]
    #: None on the last page.
    next_page_token: Optional[str]


def page_of(result: Mapping[str, Any]) -> Page[Any]:
    data = result.get("data")
    return Page(data if isinstance(data, list) else [data], result, result.get("nextPageToken") or None)


class Pages(Generic[Item]):
    """Iterate over it for all items, fetched as they are needed; `pages()` goes over the pages, `first()` reads one."""

    def __init__(self, first_token: Optional[str], fetch: Callable[[Optional[str]], Mapping[str, Any]]) -> None:
        self._first_token = first_token
        self._fetch = fetch

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
    """As `Pages`, with `async for`; awaited it is its first page."""

    def __init__(self, first_token: Optional[str], fetch: Callable[[Optional[str]], Awaitable[Mapping[str, Any]]]) -> None:
        self._first_token = first_token
        self._fetch = fetch

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
