"""Makes calls with velt-py and prints what came of each.

Reads from standard input {"config": ..., "baseUrl": ..., "calls": [{"service", "method", "model", "fields", "flags"}]}. Writes one line of
JSON for each call, {"request": ..., "answer": ...}, then one with what the package has: {"methods": ..., "fields": ...}.
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
    write({"methods": methods(sdk), "fields": fields()})


def outcome(sdk, call) -> dict:
    request = getattr(models, call["model"])(**call["fields"]) if call.get("model") else None
    method = getattr(getattr(sdk.api, call["service"]), call["method"])
    answer = method(*([] if request is None else [request]), **call.get("flags", {}))
    return {"request": None if request is None else request.to_dict(), "answer": answer}


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
