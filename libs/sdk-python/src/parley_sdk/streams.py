"""The answer of a model while it is being written. It is read once; to stop early, close it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import AsyncIterator, Iterator, List, Literal, Optional, Union

import httpx


@dataclass(frozen=True)
class AskAiText:
    text: str
    type: Literal["text"] = "text"


@dataclass(frozen=True)
class AskAiUsage:
    """The tokens that the provider counted; the last event."""

    input_tokens: int
    output_tokens: int
    type: Literal["usage"] = "usage"


AskAiEvent = Union[AskAiText, AskAiUsage]


class AskAiFailure(Exception):
    """The provider did not respond, or its response was cut off; the message gives the reason."""

    def __init__(self, message: str, text_so_far: str = "") -> None:
        super().__init__(message)
        self.text_so_far = text_so_far


class _Events:
    """Turns the lines of a body into events."""

    def __init__(self) -> None:
        self._event = ""
        self._data: List[str] = []
        self.text: List[str] = []
        self.is_over = False

    def take(self, line: str) -> Optional[AskAiEvent]:
        name, _, value = line.partition(":")
        if name == "event":
            self._event = value.lstrip(" ")
        elif name == "data":
            self._data.append(value[1:] if value.startswith(" ") else value)
        elif line == "" and self._data:
            data = json.loads("\n".join(self._data))
            event, self._event, self._data = self._event, "", []
            return self._event_of(event, data)
        return None

    def _event_of(self, event: str, data: "dict[str, object]") -> Optional[AskAiEvent]:
        if event == "error":
            raise AskAiFailure(str(data["error"]), "".join(self.text))
        if event == "text":
            self.text.append(str(data["text"]))
            return AskAiText(str(data["text"]))
        if event == "usage":
            self.is_over = True
            return AskAiUsage(int(str(data["inputTokens"])), int(str(data["outputTokens"])))
        return None

    def broke_off(self, why: str) -> AskAiFailure:
        return AskAiFailure(f"The response was cut off{why}.", "".join(self.text))


def _is_stream(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).startswith("text/event-stream")


def _refusal(body: bytes) -> AskAiFailure:
    return AskAiFailure(json.loads(body)["result"].get("error", "The response is not a stream."))


class AskAiStream:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        if not _is_stream(response):
            raise _refusal(response.read())

    def __iter__(self) -> Iterator[AskAiEvent]:
        events = _Events()
        try:
            for line in self._response.iter_lines():
                event = events.take(line)
                if event is not None:
                    yield event
        except httpx.HTTPError as cause:
            raise events.broke_off(f": {cause}") from cause
        finally:
            self._response.close()
        # The last event is always the usage or an error.
        if not events.is_over:
            raise events.broke_off("")

    def text(self) -> str:
        return "".join(event.text for event in self if isinstance(event, AskAiText))

    def close(self) -> None:
        self._response.close()


class AsyncAskAiStream:
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[AskAiEvent]:
        if not _is_stream(self._response):
            raise _refusal(await self._response.aread())
        events = _Events()
        try:
            async for line in self._response.aiter_lines():
                event = events.take(line)
                if event is not None:
                    yield event
        except httpx.HTTPError as cause:
            raise events.broke_off(f": {cause}") from cause
        finally:
            await self._response.aclose()
        if not events.is_over:
            raise events.broke_off("")

    async def text(self) -> str:
        return "".join([event.text async for event in self if isinstance(event, AskAiText)])

    async def close(self) -> None:
        await self._response.aclose()
