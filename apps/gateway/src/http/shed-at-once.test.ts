import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { Agent, request } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { challengesFor } from "../credentials/challenges.ts";
import type { Credential } from "../credentials/credential.ts";
import { headerNames } from "../credentials/credential-check.ts";
import { everywhere } from "../credentials/rights.ts";
import { queueIsFull } from "../load/waiting.ts";
import type { Route } from "../operations/operation.ts";
import { answerErrors } from "../request/error-envelope.ts";
import { shedAtOnce } from "./shed-at-once.ts";

const route: Route = { path: "/v2/organizations/add", auth: "apiKey", role: "act", mutates: true };
const credential: Credential = {
  level: "workspace",
  workspaceId: "workspace_1",
  tokenId: "t_1",
  rights: everywhere("token", "administrate"),
};

async function stage() {
  const state = { late: true, ending: false };
  const onShed = vi.fn();
  const onKnown = vi.fn();
  const refuse = shedAtOnce({
    routesByPath: new Map([[route.path, route]]),
    maxBodyBytes: 100,
    headers: { "keep-alive": "timeout=9" },
    addressOf: () => "192.0.2.1",
    ending: () => state.ending,
    onKnown,
    record: { ended: onShed },
    answerError: answerErrors({
      onBug: (error) => expect.unreachable(String(error)),
      challenges: challengesFor(headerNames("x-svc-")),
    }),
    admission: { shed: () => (state.late ? { credential, error: queueIsFull("key_1") } : undefined) },
  });
  const server = createServer((incoming, response) => {
    if (refuse(incoming, response)) return;
    incoming.resume();
    response.statusCode = 200;
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.close();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (headers: Record<string, string> = {}, { path = route.path, body = "{}" as string | Readable } = {}) =>
    request(url + path, { method: "POST", headers, body, dispatcher: agent });
  return { state, onShed, onKnown, post };
}

test("a request that is shed at once gets the same answer as on the normal path, and is recorded", async () => {
  const { post, onShed, onKnown } = await stage();

  const { statusCode, headers, body } = await post({ "x-request-id": "mine" });

  expect(statusCode).toBe(429);
  expect(headers).toMatchObject({
    "x-request-id": "mine",
    "retry-after": "1",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-type": "application/json; charset=utf-8",
    "keep-alive": "timeout=9",
  });
  expect(await body.json()).toMatchObject({ error: { status: "RESOURCE_EXHAUSTED", requestId: "mine" } });
  const seen = { id: "mine", method: "POST", url: route.path, credential };
  expect(onShed.mock.calls).toEqual([[expect.objectContaining(seen), 429, 0]]);
  expect(onKnown.mock.calls).toEqual([[expect.objectContaining({ url: route.path }), credential]]);
});

test("all other requests take the normal path, also those with another header error", async () => {
  const { post, state, onShed } = await stage();
  const statusOf = async (...sent: Parameters<typeof post>) => {
    const { statusCode, body } = await post(...sent);
    await body.dump();
    return statusCode;
  };

  expect(await statusOf({}, { path: "/v2/organizations/ad" })).toBe(200);
  expect(await statusOf({}, { path: `${route.path}?x=1` })).toBe(200);
  expect(await statusOf({ "content-encoding": "gzip" })).toBe(200);
  // For a body that is too large or of unknown length the connection may have to be closed, so the request takes the normal path.
  expect(await statusOf({}, { body: "x".repeat(101) })).toBe(200);
  expect(await statusOf({}, { body: Readable.from(["{}"]) })).toBe(200);
  state.ending = true;
  expect(await statusOf()).toBe(200);
  Object.assign(state, { ending: false, late: false });
  expect(await statusOf()).toBe(200);
  expect(onShed).not.toHaveBeenCalled();
});
