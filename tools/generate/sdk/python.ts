import type { ClientModel } from "./client-model.ts";
import type { Answer, Method } from "./method.ts";
import { pythonTypes, typeText } from "./python-types.ts";
import type { Field, Struct } from "./types.ts";

const header = "# Made by `npm run generate` from the list of operations.\n";

/** The files of the Python client, by name below `src/parley_sdk/gen`. */
export function pythonFiles(model: ClientModel): Record<string, string> {
  return {
    "types.py": `${header}${pythonTypes(model.structs)}`,
    "calls.py": `${header}from ..calls import Operation\n\n${model.resources.flatMap(({ methods }) => methods.map(call)).join("")}`,
    "resources.py": resources(model, sync),
    "async_resources.py": resources(model, asynchronous),
  };
}

interface Flavor {
  readonly sender: string;
  readonly holder: string;
  readonly prefix: string;
  readonly define: string;
  readonly await: string;
  readonly pages: string;
  readonly stream: string;
}

const sync: Flavor = { sender: "Sender", holder: "Resources", prefix: "", define: "def", await: "", pages: "Pages", stream: "AskAiStream" };
const asynchronous: Flavor = {
  sender: "AsyncSender",
  holder: "AsyncResources",
  prefix: "Async",
  define: "async def",
  await: "await ",
  pages: "AsyncPages",
  stream: "AsyncAskAiStream",
};

function resources({ resources: all, structs }: ClientModel, flavor: Flavor): string {
  const byName = new Map(structs.map((struct) => [struct.name, struct]));
  const classes = all.map(({ name, text, methods }) => {
    const extra = name === "webhooks" ? "\n    unwrap = staticmethod(unwrap_webhook)\n" : "";
    const base = name === "changes" ? `(${flavor.prefix}WatchedChanges)` : "";
    const body = methods.map((one) => method(one, byName.get(one.request), flavor)).join("\n");
    return `class ${flavor.prefix}${pascal(name)}${base}:\n    ${doc(text)}\n\n    def __init__(self, sender: ${flavor.sender}) -> None:\n        self._sender = sender\n${extra}\n${body}`;
  });
  const fields = all.map(({ name }) => `        self.${snake(name)} = ${flavor.prefix}${pascal(name)}(sender)`);
  return `${header}from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, Union, cast

from ..batch import Batch
from ..calls import NOT_GIVEN, CallOptions, Done, NotGiven, given, unless_none
from ..pages import ${flavor.pages}
from ..streams import ${flavor.stream}
from ..watches import ${flavor.prefix}WatchedChanges
from ..webhooks import unwrap_webhook
from . import calls
from . import types

if TYPE_CHECKING:
    from ..senders import ${flavor.sender}


${classes.join("\n\n")}

class ${flavor.holder}:
    """Every resource of the interface."""

    def __init__(self, sender: ${flavor.sender}) -> None:
${fields.join("\n")}
`;
}

function method(one: Method, request: Struct | undefined, flavor: Flavor): string {
  const left = new Set([...Object.keys(one.sets), ...(one.bodyCredentials ? ["apiKey", "authToken"] : [])]);
  const fields = (request?.fields ?? []).filter(({ name }) => !left.has(name));
  const ordered = [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
  const parameters = ["self", "*", ...ordered.map(parameter), "options: Optional[CallOptions] = None"].join(", ");
  const sets = Object.entries(one.sets).map(([key, value]) => `${JSON.stringify(key)}: ${literal(value)}`);
  const data = `given({${[...fields.map(entry), ...sets].join(", ")}})`;
  const { returns, call, isAwaited } = answered(one.answer, flavor);
  const define = isAwaited ? flavor.define : "def";
  const sent = `${isAwaited ? flavor.await : ""}self._sender.${call}(calls.${constant(one)}, ${data}, options)`;
  const value = ["value", "single", "entry", "feed"].includes(one.answer.kind) ? `cast("${returns}", ${sent})` : sent;
  return `    ${define} ${snake(one.name)}(${parameters}) -> ${returns}:\n        ${doc(one.summary)}\n        return ${value}\n`;
}

function answered(answer: Answer, { pages, stream }: Flavor): { returns: string; call: string; isAwaited: boolean } {
  switch (answer.kind) {
    case "nothing":
      return { returns: "Done", call: "done", isAwaited: true };
    case "batch":
      return { returns: `Batch[${typeText(answer.entry, "types.")}]`, call: "batch", isAwaited: true };
    case "pages":
      return { returns: `${pages}[${typeText(answer.item, "types.")}]`, call: "pages", isAwaited: false };
    case "stream":
      return { returns: stream, call: "stream", isAwaited: true };
    default:
      return { returns: typeText(answer.type, "types."), call: answer.kind, isAwaited: true };
  }
}

function parameter({ name, type, required, nullable }: Field): string {
  const text = typeText(type, "types.");
  if (required) return `${argument(name)}: ${nullable ? `Optional[${text}]` : text}`;
  return nullable ? `${argument(name)}: Union[${text}, None, NotGiven] = NOT_GIVEN` : `${argument(name)}: Optional[${text}] = None`;
}

function entry({ name, required, nullable }: Field): string {
  const value = argument(name);
  return `${JSON.stringify(name)}: ${required || nullable ? value : `unless_none(${value})`}`;
}

function call(one: Method): string {
  const { sdk, path, auth, mutates, bodyCredentials, timeoutMs, single, oneItem } = one;
  const extra = [
    mutates ? ", mutates=True" : "",
    bodyCredentials ? ", body_credentials=True" : "",
    timeoutMs === undefined ? "" : `, timeout=${timeoutMs / 1_000}`,
    single === undefined ? "" : `, single=(${JSON.stringify(single.id)}, ${JSON.stringify(single.ids)})`,
    oneItem === undefined ? "" : `, one_item=(${JSON.stringify(oneItem.item)}, ${JSON.stringify(oneItem.items)})`,
  ].join("");
  return `${constant(one)} = Operation(${JSON.stringify(sdk)}, ${JSON.stringify(path)}, ${JSON.stringify(auth)}${extra})\n`;
}

function constant({ sdk }: Method): string {
  return snake(sdk.replace(".", "_"));
}

const keywords = new Set(["from", "class", "def", "in", "is", "not", "or", "and", "global", "import", "pass", "with", "self", "options"]);

function argument(name: string): string {
  const text = snake(name);
  return keywords.has(text) ? `${text}_` : text;
}

/** `organizationId` becomes `organization_id`. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function literal(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

function doc(text: string): string {
  return `"""${text.replaceAll("\\", "\\\\").replaceAll("\n", " ")}"""`;
}
