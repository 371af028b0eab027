import { expect, test, vi } from "vitest";
import { headerNames } from "../credentials/credential-check.ts";
import type { HttpRequest } from "../http/http-server.ts";
import { operations } from "../operations/index.ts";
import { innerFetch } from "./inner-fetch.ts";
import { letIn } from "./let-in.ts";
import { serveAgents } from "./serve-agent.ts";

const outer: HttpRequest = {
  headers: { "x-svc-api-key": "pk_1", "idempotency-key": "of the message" },
  address: "192.0.2.1",
  credential: { level: "workspace", workspaceId: "ws_1", tokenId: "t_1" },
  body: Buffer.from("{}"),
  requestId: "r",
  signal: new AbortController().signal,
};
const [operation] = operations;
if (operation === undefined) throw new Error("There is no operation.");
const answer = { status: 200, body: "{}" };

test("each call of one message has an id of its own, and the idempotency key that it names itself, never the message's", async () => {
  const call = vi.fn(async () => answer);
  const fetch = innerFetch(outer, call);
  const url = `http://gateway${operation.path}`;

  const first = await fetch(url, { body: "{}" });
  await fetch(url, { body: "{}", headers: { "idempotency-key": "of the call" } });

  const seen = (call.mock.calls as unknown as [unknown, HttpRequest][]).map(([, request]) => request);
  expect(seen.map(({ requestId }) => requestId)).toEqual(["r.1", "r.2"]);
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, "of the call"]);
  expect(first.headers.get("x-request-id")).toBe("r.1");
});

test("the call of an agent leaves its place when it has ended, however it ended", async () => {
  const leave = vi.fn();
  const admit = async () => ({ credential: outer.credential, headers: {}, leave });
  const onBug = vi.fn();

  expect(await letIn({ admit, serve: async () => answer, onBug }, operation, outer)).toBe(answer);
  expect(leave).toHaveBeenCalledTimes(1);
  const failed = async () => {
    throw new Error("broken");
  };
  expect(await letIn({ admit, serve: failed, onBug }, operation, outer)).toMatchObject({ status: 500 });
  expect(leave).toHaveBeenCalledTimes(2);
  expect(onBug).toHaveBeenCalledTimes(1);
});

test("a message that is nested too deep is refused before it is understood", async () => {
  const call = vi.fn(async () => answer);
  const serve = serveAgents({ names: headerNames("x-svc-"), allowChanges: true, maxJsonDepth: 4, call, onBug: () => undefined });

  const deep = await serve({ ...outer, body: Buffer.from('{"a":{"a":{"a":{"a":{}}}}}') });

  expect(deep.status).toBe(400);
  expect(JSON.parse(deep.body)).toMatchObject({ error: { code: -32600, message: "The message is nested deeper than 4 levels." } });
});
