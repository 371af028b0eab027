"""Makes calls with velt-py and prints what came of each.

Reads from standard input {"config": ..., "baseUrl": ..., "calls": [{"service", "method", "model", "fields", "flags"}], "givenUp": [service]}.
Writes one line of JSON for each call, {"request": ..., "answer": ...}, then one with what the package has, {"methods": ..., "fields": ...}, and
what each method of the services "givenUp" returned: {"givenUp": {"service.method": ...}}.
"""

import dataclasses
import inspect
import json
import sys

from velt_py import VeltSDK, models
from velt_py.services.api.base_api_service import BaseApiService


def main() -> None:
    task = json.load(sys.stdin)
    # The only change that a customer makes.
    BaseApiService.VELT_API_BASE_URL = task["baseUrl"]
    sdk = VeltSDK.initialize(task["config"])
    for call in task["calls"]:
        write(outcome(sdk, call))
    write({"methods": methods(sdk), "fields": fields(), "givenUp": given_up(sdk, task["givenUp"])})


def outcome(sdk, call) -> dict:
    request = getattr(models, call["model"])(**call["fields"]) if call.get("model") else None
    method = getattr(getattr(sdk.api, call["service"]), call["method"])
    answer = method(*([] if request is None else [request]), **call.get("flags", {}))
    return {"request": None if request is None else request.to_dict(), "answer": answer}


def given_up(sdk, services) -> dict:
    answers = {}
    for name in services:
        for method in public_methods(getattr(sdk.api, name)):
            call = getattr(getattr(sdk.api, name), method)
            requests = [parameter.annotation() for parameter in inspect.signature(call).parameters.values() if parameter.name == "request"]
            answers[f"{name}.{method}"] = call(*requests)
    return answers


def methods(sdk) -> dict:
    names = [name for name, member in inspect.getmembers(type(sdk.api)) if isinstance(member, property)]
    return {name: public_methods(getattr(sdk.api, name)) for name in names}


def public_methods(service) -> list:
    return [name for name, _ in inspect.getmembers(service, inspect.ismethod) if not name.startswith("_")]


def fields() -> dict:
    found = inspect.getmembers(models, inspect.isclass)
    return {name: [field.name for field in dataclasses.fields(model)] for name, model in found if dataclasses.is_dataclass(model)}


def write(line: dict) -> None:
    print(json.dumps(line), flush=True)


main()
