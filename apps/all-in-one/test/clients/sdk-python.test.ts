import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { repository } from "../guides/fences.ts";
import { findPython } from "./language.ts";

const sources = join(repository, "libs/sdk-python/src");
const slow = { timeout: 120_000 };
const python = foundPython();

test.skipIf(python === undefined)("the client for Python and code generated from the protos work in one environment", slow, () => {
  const folder = ownFolder();
  // The layout of protoc: folders without an `__init__.py`, below the package of the protos.
  mkdirSync(join(folder, "parley/activity/v1"), { recursive: true });
  writeFileSync(join(folder, "parley/activity/v1/collaboration_pb2.py"), 'made_of = "the proto"\n');
  const program =
    "import parley_sdk; from parley.activity.v1 import collaboration_pb2; print(parley_sdk.Parley, collaboration_pb2.made_of)";

  expect(run(["-c", program], [sources, folder])).toBe("<class 'parley_sdk.client.Parley'> the proto\n");
});

test.skipIf(python === undefined)("printed objects of the client are recognizable and show no secret", slow, () => {
  const program = `
import parley_sdk
from parley_sdk.batch import Batch
from parley_sdk.pages import page_of

secrets = dict(auth_token="sk_a", workspace_token="sk_b", admin_token="sk_c", headers={"authorization": "sk_d"})
parley = parley_sdk.Parley("http://localhost:8080", api_key="pk_1", workspace_id="ws_1", **secrets)
print(parley, parley._sender.settings)
print(parley.users.list(organization_id="acme"))
print(Batch("users.add", {"data": {"a": {"success": True}, "b": {"success": False, "message": "No."}}}, "r1"))
print(page_of({"data": [1, 2], "nextPageToken": None}))
print(parley_sdk.AsyncParley("https://parley.example.com", api_key="pk_1"))
`;

  const printed = run(["-c", program]);

  expect(printed).not.toContain("sk_");
  expect(printed).toContain("Parley('http://localhost:8080', api_key='pk_1', workspace_id='ws_1') Settings(base_url=");
  expect(printed).toContain("<Pages of users.list: iterate over it for all items, or use .all(), .pages() or .first()>");
  expect(printed).toContain("<Batch of users.add: 1 succeeded, 1 failed>");
  expect(printed).toContain("Page(items=[1, 2], next_page_token=None)");
  expect(printed).toContain("AsyncParley('https://parley.example.com', api_key='pk_1')");
});

test.skipIf(python === undefined)(
  "a list in Python is read as in the other clients: page by page, item by item, or completely",
  slow,
  () => {
    const program = `
import asyncio
from parley_sdk.pages import AsyncPages, Pages

pages = {None: {"data": [1, 2], "nextPageToken": "t"}, "t": {"data": [3], "nextPageToken": None}}
async def fetch(token): return pages[token]
lists = Pages("users.list", None, pages.get), AsyncPages("users.list", None, fetch)
print(lists[0].all(), lists[0].first().data, asyncio.run(lists[1].all()))
`;

    expect(run(["-c", program])).toBe("[1, 2, 3] [1, 2] [1, 2, 3]\n");
  },
);

test.skipIf(python === undefined)("a parsed body is reported as a mistake and not as a forgery, with what to pass instead", slow, () => {
  const program = `
import parley_sdk
try:
    parley_sdk.unwrap_webhook({"event": "comment.add"}, {}, "whsec_AAAA")
except TypeError as error:
    print(error)
`;

  expect(run(["-c", program])).toContain("the raw body was signed: pass the raw body, such as request.get_data() of Flask");
});

test.skipIf(python === undefined)(
  "a redirect never carries credentials on, even with a client of httpx that follows redirects",
  slow,
  () => {
    const program = `
import asyncio, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import httpx, parley_sdk

received = []
class Other(BaseHTTPRequestHandler):
    def do_POST(self):
        received.append(self.path)
        self.send_response(200)
        self.end_headers()
    def log_message(self, *args): pass

other = ThreadingHTTPServer(("127.0.0.1", 0), Other)
class Redirecting(Other):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(307)
        self.send_header("location", f"http://127.0.0.1:{other.server_port}{self.path}")
        self.send_header("content-length", "0")
        self.end_headers()

here = ThreadingHTTPServer(("127.0.0.1", 0), Redirecting)
for server in (other, here): threading.Thread(target=server.serve_forever, daemon=True).start()
settings = dict(api_key="pk_1", auth_token="sk_1", max_retries=0)
url = f"http://127.0.0.1:{here.server_port}"

def refused(call):
    try:
        print("answered", call())
    except parley_sdk.ParleyError as error:
        print(type(error).__name__)

parley = parley_sdk.Parley(url, http_client=httpx.Client(follow_redirects=True), **settings)
refused(lambda: parley.organizations.list().first())
refused(lambda: parley.ai.stream(model="m", prompt="Be brief.", text="Hi"))

async def both():
    parley = parley_sdk.AsyncParley(url, http_client=httpx.AsyncClient(follow_redirects=True), **settings)
    for call in (lambda: parley.organizations.list().first(), lambda: parley.ai.stream(model="m", prompt="Be brief.", text="Hi")):
        try:
            print("answered", await call())
        except parley_sdk.ParleyError as error:
            print(type(error).__name__)

asyncio.run(both())
print(received)
`;

    const printed = run(["-c", program]);

    expect(printed).not.toContain("answered");
    expect(printed.trim().split("\n")).toHaveLength(5);
    expect(printed).toMatch(/\[\]\n$/);
  },
);

test.skipIf(python === undefined)("the client for Python and a program that uses it pass mypy in strict mode", slow, () => {
  const program = join(ownFolder(), "program.py");
  // Flask's headers are not a Mapping, but their `items` has this signature.
  writeFileSync(
    program,
    `
import os
from http.client import HTTPMessage
from typing import Iterable, Mapping, Tuple, Union
import parley_sdk

class EnvironHeaders:
    def items(self, lower: bool = False) -> Iterable[Tuple[str, str]]:
        return []

def received(body: bytes, headers: Union[EnvironHeaders, HTTPMessage, Mapping[str, str]]) -> str:
    event = parley_sdk.unwrap_webhook(body, headers, os.environ.get("WEBHOOK_SECRET"))
    if parley_sdk.is_raw_event(event):
        return str(event["commentAnnotation"])
    return event["event"]

def listed(parley: parley_sdk.Parley) -> int:
    try:
        return len(parley.users.list(organization_id="acme").all()) + len(parley.users.list(organization_id="acme").first().data)
    except parley_sdk.BatchError as error:
        raise SystemExit(error.request_id)
    except parley_sdk.ParleyError as error:
        return 0 if error.status == "NOT_FOUND" else 1

def added(parley: parley_sdk.Parley) -> str:
    entry = parley.users.create(organization_id="acme", user={"userId": "ada", "team": "blue"})
    for failure in parley.users.add(organization_id="acme", users=[{"userId": "bob"}]).failed:
        print(failure.code == "quota_reached")
        # mypy says of an ignore that it is not needed, and so holds that a misspelt code is one that cannot be.
        print(failure.code == "quota_reach")  # type: ignore[comparison-overlap]
    for mail in parley.emails.list():
        print(mail["reason"] == "no_provider", mail["errorClass"] == "dns")
        print(mail["reason"] == "no_providers")  # type: ignore[comparison-overlap]
    return entry["id"]

def own_keys(parley: parley_sdk.Parley) -> str:
    user = parley.users.retrieve(organization_id="acme", user_id="ada")
    print(user.get("team"))
    return str(dict(user)["team"])
`,
  );

  const printed = run(["-m", "mypy", "--strict", "--cache-dir", join(ownFolder(), "cache"), join(sources, "parley_sdk"), program]);

  expect(printed).toMatch(/^Success: no issues found in 1\d source files/);
});

function foundPython(): string | undefined {
  try {
    return findPython();
  } catch (error) {
    console.warn(
      `SKIPPED: the tests of the client for Python alone, because ${error instanceof Error ? error.message.slice(0, 200) : error}.`,
    );
    return undefined;
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-sdk-python-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The output of Python; fails with that output if Python fails. */
function run(parameters: readonly string[], path: readonly string[] = [sources]): string {
  const environment = { PATH: process.env.PATH, PYTHONPATH: path.join(delimiter), MYPYPATH: sources, PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync(python ?? "", parameters, { encoding: "utf8", env: environment });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}
