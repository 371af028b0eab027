"""Executes each line of its input and writes a line with the outcome: the contract suite of all clients runs it."""

import asyncio
import inspect
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import parley_sdk as parley
from parley_sdk.streams import AskAiText, AskAiUsage

ASYNC = "--async" in sys.argv
SETTINGS = {"apiKey": "api_key", "authToken": "auth_token", "workspaceId": "workspace_id", "workspaceToken": "workspace_token", "adminToken": "admin_token", "headerPrefix": "header_prefix"}


def snake(name):
    text = re.sub(r"[A-Z]", lambda match: "_" + match.group().lower(), name)
    return text + "_" if text in ("from", "in", "is", "class") else text


def client_of(client, kind):
    settings = {SETTINGS[key]: value for key, value in client.items() if key in SETTINGS}
    if "timeoutMs" in client:
        settings["timeout"] = client["timeoutMs"] / 1000
    if "maxRetries" in client:
        settings["max_retries"] = client["maxRetries"]
    if "maxRetryAfterMs" in client:
        settings["max_retry_after"] = client["maxRetryAfterMs"] / 1000
    return kind(client["baseUrl"], **settings)


def options_of(options):
    return parley.CallOptions(
        timeout=options["timeoutMs"] / 1000 if "timeoutMs" in options else None,
        max_retries=options.get("maxRetries"),
        idempotency_key=options.get("idempotencyKey"),
    )


def kind_of(event):
    kinds = {"raw": parley.is_raw_event, "thin": parley.is_thin_event, "endpoint": parley.is_endpoint_event, "removal": parley.is_removal_event}
    return next((kind for kind, matches in kinds.items() if matches(event)), "processed")


def perform(request):
    outcome = {"id": request["id"]}
    try:
        if request["operation"] == "webhooks.unwrap":
            data = request["data"]
            now = data["nowMs"] / 1000 if "nowMs" in data else None
            outcome["value"] = parley.unwrap_webhook(data["body"], data["headers"], data["secrets"], private_key=data.get("privateKey"), now=now)
        elif request["operation"] == "webhooks.kind":
            data = request["data"]
            outcome["value"] = kind_of(parley.unwrap_webhook(data["body"], data["headers"], data["secrets"]))
        elif ASYNC:
            outcome.update(asyncio.run(called_async(request)))
        else:
            outcome.update(called(request))
    except Exception as error:
        outcome["error"] = described(error)
    return outcome


def method_of(client, request):
    resource, method = request["operation"].split(".")
    arguments = {snake(name): value for name, value in (request.get("data") or {}).items()}
    return getattr(getattr(client, snake(resource)), snake(method)), arguments, options_of(request.get("options") or {})


def called(request):
    with client_of(request["client"], parley.Parley) as client:
        method, arguments, options = method_of(client, request)
        answer = method(**arguments, options=options)
        if isinstance(answer, parley.Pages):
            pages = list(answer.pages())
            return {"items": [item for page in pages for item in page.items], "pages": len(pages)}
        if isinstance(answer, parley.ChangesWatch):
            return watched(answer, request["take"])
        if isinstance(answer, parley.AskAiStream):
            return stream_of(list(answer))
        return plain(answer)


async def called_async(request):
    async with client_of(request["client"], parley.AsyncParley) as client:
        method, arguments, options = method_of(client, request)
        answer = method(**arguments, options=options)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, parley.AsyncPages):
            pages = [page async for page in answer.pages()]
            return {"items": [item for page in pages for item in page.items], "pages": len(pages)}
        if isinstance(answer, parley.AsyncChangesWatch):
            return await watched_async(answer, request["take"])
        if isinstance(answer, parley.AsyncAskAiStream):
            return stream_of([event async for event in answer])
        return plain(answer)


def watched(watch, take):
    """The first `take` changes, and the cursor from which a program that stores it continues."""
    items = []
    try:
        for change in watch:
            items.append(change["changeId"])
            if len(items) == take:
                break
        return {"items": items, "cursor": watch.cursor}
    except parley.ParleyError as error:
        return {"items": items, "cursor": watch.cursor, "error": described(error)}


async def watched_async(watch, take):
    items = []
    try:
        async for change in watch:
            items.append(change["changeId"])
            if len(items) == take:
                break
        return {"items": items, "cursor": watch.cursor}
    except parley.ParleyError as error:
        return {"items": items, "cursor": watch.cursor, "error": described(error)}


def plain(answer):
    if isinstance(answer, parley.Done):
        return {"value": {"message": answer.message}}
    if not isinstance(answer, parley.Batch):
        return {"value": answer}
    failed = [{"id": one.id, "code": one.code} for one in answer.failed]
    try:
        answer.or_raise()
    except parley.BatchError as error:
        return {"results": answer.results, "failed": failed, "throws": True, "error": described(error)}
    return {"results": answer.results, "failed": failed, "throws": False}


def stream_of(events):
    usage = events[-1]
    assert isinstance(usage, AskAiUsage)
    text = "".join(event.text for event in events if isinstance(event, AskAiText))
    return {"text": text, "inputTokens": usage.input_tokens, "outputTokens": usage.output_tokens}


def described(error):
    if isinstance(error, parley.AskAiFailure):
        return {"kind": "AskAiFailure", "message": str(error), "textSoFar": error.text_so_far}
    if isinstance(error, parley.WebhookVerificationError):
        return {"kind": "WebhookVerification", "message": str(error)}
    if not isinstance(error, parley.ParleyError):
        return {"kind": "other", "message": repr(error)}
    return {
        "kind": type(error).__name__.removesuffix("Error"),
        "status": error.status,
        "httpStatus": error.http_status,
        "requestId": error.request_id,
        "code": error.code,
        "details": error.details,
    }


with ThreadPoolExecutor(32) as pool:
    for line in sys.stdin:
        pool.submit(perform, json.loads(line)).add_done_callback(lambda done: print(json.dumps(done.result()), flush=True))
