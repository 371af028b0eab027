"""Senders of calls: by httpx, blocking or with asyncio."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Mapping, Optional

import httpx

from .batch import Batch
from .calls import Answered, Call, CallOptions, Done, Operation, Settings, asking_for_one, with_one_item
from .errors import ConnectionError, ParleyError, TimeoutError
from .pages import AsyncPages, Pages, page_of_feed
from .streams import AskAiStream, AsyncAskAiStream

_JSON = "application/json"
_STREAM = "text/event-stream, application/json"


def _sent(call: Call) -> dict[str, Any]:
    # A redirect could carry the credentials to another host, also if the given client of httpx follows redirects.
    return {"content": call.body, "headers": call.headers, "follow_redirects": False}


class Sender:
    def __init__(self, settings: Settings, http_client: Optional[httpx.Client]) -> None:
        self.settings = settings
        self._http = http_client or httpx.Client()

    def close(self) -> None:
        self._http.close()

    def answered(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Answered:
        call = Call(self.settings, operation, data, options or CallOptions(), _JSON)
        attempt = 0
        while True:
            try:
                return self._send(call)
            except ParleyError as error:
                time.sleep(call.wait(attempt, error))
                attempt += 1

    def value(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        result = self.answered(operation, data, options).result
        return result["data"] if "status" in result else result

    def single(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return self.value(operation, asking_for_one(operation, data), options)[0]

    def done(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Done:
        return Done(self.answered(operation, data, options).result["message"])

    def batch(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Batch[Any]:
        return Batch(operation.name, *self.answered(operation, data, options))

    def entry(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return self.batch(operation, with_one_item(operation, data), options).or_raise().only

    def pages(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Pages[Any]:
        def fetch(token: Optional[str]) -> Mapping[str, Any]:
            return self.answered(operation, {**data, **({} if token is None else {"pageToken": token})}, options).result

        return Pages(operation.name, data.get("pageToken"), fetch)

    def feed(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return page_of_feed(self.answered(operation, data, options).result)

    def stream(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> AskAiStream:
        call = Call(self.settings, operation, data, options or CallOptions(), _STREAM)
        attempt = 0
        while True:
            try:
                return AskAiStream(self._open(call))
            except ParleyError as error:
                time.sleep(call.wait(attempt, error))
                attempt += 1

    def _send(self, call: Call) -> Answered:
        ends = time.monotonic() + call.timeout
        body = bytearray()
        try:
            with self._http.stream("POST", call.url, **_sent(call), timeout=call.timeout) as response:
                # The time-out of httpx starts anew with every piece of the body.
                for piece in response.iter_bytes():
                    body += piece
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("the body is slow")
                return call.answered(response.status_code, response.headers, bytes(body))
        except httpx.HTTPError as cause:
            raise failure_of(call, cause) from cause

    def _open(self, call: Call) -> httpx.Response:
        try:
            request = self._http.build_request("POST", call.url, content=call.body, headers=call.headers, timeout=call.timeout)
            response = self._http.send(request, stream=True, follow_redirects=False)
            if response.status_code >= 300:
                call.answered(response.status_code, response.headers, response.read())
            return response
        except httpx.HTTPError as cause:
            raise failure_of(call, cause) from cause


class AsyncSender:
    def __init__(self, settings: Settings, http_client: Optional[httpx.AsyncClient]) -> None:
        self.settings = settings
        self._http = http_client or httpx.AsyncClient()

    async def close(self) -> None:
        await self._http.aclose()

    async def answered(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Answered:
        call = Call(self.settings, operation, data, options or CallOptions(), _JSON)
        attempt = 0
        while True:
            try:
                return await self._send(call)
            except ParleyError as error:
                await asyncio.sleep(call.wait(attempt, error))
                attempt += 1

    async def value(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        result = (await self.answered(operation, data, options)).result
        return result["data"] if "status" in result else result

    async def single(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return (await self.value(operation, asking_for_one(operation, data), options))[0]

    async def done(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Done:
        return Done((await self.answered(operation, data, options)).result["message"])

    async def batch(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Batch[Any]:
        return Batch(operation.name, *await self.answered(operation, data, options))

    async def entry(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return (await self.batch(operation, with_one_item(operation, data), options)).or_raise().only

    def pages(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> AsyncPages[Any]:
        async def fetch(token: Optional[str]) -> Mapping[str, Any]:
            return (await self.answered(operation, {**data, **({} if token is None else {"pageToken": token})}, options)).result

        return AsyncPages(operation.name, data.get("pageToken"), fetch)

    async def feed(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> Any:
        return page_of_feed((await self.answered(operation, data, options)).result)

    async def stream(self, operation: Operation, data: Mapping[str, Any], options: Optional[CallOptions] = None) -> AsyncAskAiStream:
        call = Call(self.settings, operation, data, options or CallOptions(), _STREAM)
        attempt = 0
        while True:
            try:
                return AsyncAskAiStream(await self._open(call))
            except ParleyError as error:
                await asyncio.sleep(call.wait(attempt, error))
                attempt += 1

    async def _send(self, call: Call) -> Answered:
        try:
            response = await asyncio.wait_for(
                self._http.post(call.url, **_sent(call), timeout=None), call.timeout
            )
            return call.answered(response.status_code, response.headers, response.content)
        except (httpx.HTTPError, asyncio.TimeoutError) as cause:
            raise failure_of(call, cause) from cause

    async def _open(self, call: Call) -> httpx.Response:
        try:
            request = self._http.build_request("POST", call.url, content=call.body, headers=call.headers, timeout=call.timeout)
            response = await self._http.send(request, stream=True, follow_redirects=False)
            if response.status_code >= 300:
                call.answered(response.status_code, response.headers, await response.aread())
            return response
        except httpx.HTTPError as cause:
            raise failure_of(call, cause) from cause


def failure_of(call: Call, cause: Exception) -> ConnectionError:
    if isinstance(cause, (httpx.TimeoutException, asyncio.TimeoutError)):
        return TimeoutError(f"{call.path} timed out after {call.timeout} s.", status="DEADLINE_EXCEEDED")
    return ConnectionError(f"{call.path}: the connection failed: {cause}.", status="UNAVAILABLE")
