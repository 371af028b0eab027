"""The two clients: one for ordinary code, one for asyncio."""

from __future__ import annotations

from typing import Any, Optional

import httpx

from .calls import Settings
from .gen.async_resources import AsyncResources
from .gen.resources import Resources
from .senders import AsyncSender, Sender


class Parley(Resources):
    """A client of Parley, with an attribute for each resource: `parley.users.list(…)`. Close it, or use it with `with`."""

    def __init__(self, base_url: str, *, http_client: Optional[httpx.Client] = None, **settings: Any) -> None:
        """`settings`: api_key, auth_token, workspace_id, workspace_token, admin_token, header_prefix, timeout, max_retries, max_retry_after, headers."""
        self._sender = Sender(Settings(base_url, **settings), http_client)
        super().__init__(self._sender)

    def __repr__(self) -> str:
        return _described("Parley", self._sender.settings)

    def close(self) -> None:
        self._sender.close()

    def __enter__(self) -> "Parley":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncParley(AsyncResources):
    """Like `Parley`, for asyncio: methods are awaited, lists are read with `async for`."""

    def __init__(self, base_url: str, *, http_client: Optional[httpx.AsyncClient] = None, **settings: Any) -> None:
        """`settings`: as `Parley`."""
        self._sender = AsyncSender(Settings(base_url, **settings), http_client)
        super().__init__(self._sender)

    def __repr__(self) -> str:
        return _described("AsyncParley", self._sender.settings)

    async def close(self) -> None:
        await self._sender.close()

    async def __aenter__(self) -> "AsyncParley":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _described(name: str, settings: Settings) -> str:
    """The client's address and public ids, without secrets, because reprs end up in logs."""
    named = {"api_key": settings.api_key, "workspace_id": settings.workspace_id}
    return f"{name}({', '.join([repr(settings.base_url), *(f'{key}={value!r}' for key, value in named.items() if value)])})"
