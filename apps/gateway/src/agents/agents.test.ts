import { expect, test, vi } from "vitest";
import { headerNames } from "../credentials/credential-check.ts";
import { everywhere } from "../credentials/rights.ts";
import { operations } from "../operations/index.ts";
import type { AdmittedRequest, IncomingRequest } from "../request/exchange.ts";
import { agentRoute } from "./agent-route.ts";
import { innerFetch } from "./inner-fetch.ts";

const outer: AdmittedRequest = {
  headers: { "x-svc-api-key": "pk_1", "idempotency-key": "of the message", "content-length": "5000" },
  address: "192.0.2.1",
  credential: { level: "workspace", workspaceId: "ws_1", tokenId: "t_1", rights: everywhere("token", "administrate") },
  body: Buffer.from("{}"),
  requestId: "r",
  signal: new AbortController().signal,
};
const [operation] = operations;
if (operation === undefined) throw new Error("The operation is missing.");
const answer = { status: 200, body: "{}" };

test("each call within a message has its own id, body and idempotency key, never the message's key", async () => {
  const serve = vi.fn(async () => answer);
  const fetch = innerFetch(outer, serve);
  const url = `http://gateway${operation.path}`;

  const first = await fetch(url, { body: '{"data":{}}' });
  await fetch(url, { body: "{}", headers: { "idempotency-key": "of the call" } });

  const seen = (serve.mock.calls as unknown as [unknown, IncomingRequest][]).map(([, request]) => request);
  expect(seen.map(({ requestId }) => requestId)).toEqual(["r.1", "r.2"]);
  expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, "of the call"]);
  expect(seen.map(({ headers }) => headers["content-length"])).toEqual(["11", "2"]);
  expect(String(await seen[0]?.readBody())).toBe('{"data":{}}');
  expect(first.headers.get("x-request-id")).toBe("r.1");
});

test("a message that is nested too deep is refused before it is interpreted", async () => {
  const serve = vi.fn(async () => answer);
  const route = agentRoute({ names: headerNames("x-svc-"), allowChanges: true, maxJsonDepth: 4, serve, onBug: () => undefined });

  const deep = await route.answer({ ...outer, body: Buffer.from('{"a":{"a":{"a":{"a":{}}}}}') });

  expect(deep.status).toBe(400);
  expect(JSON.parse(deep.body)).toMatchObject({ error: { code: -32600, message: "The message is nested deeper than 4 levels." } });
});
