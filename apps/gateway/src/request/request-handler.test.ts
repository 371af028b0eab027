import { once } from "node:events";
import { PageTokens } from "@parley/kernel";
import { expect, test, vi } from "vitest";
import { challengesFor } from "../credentials/challenges.ts";
import type { Credential } from "../credentials/credential.ts";
import { headerNames } from "../credentials/credential-check.ts";
import { everywhere } from "../credentials/rights.ts";
import { FairQueue } from "../load/fair-queue.ts";
import { FewAtOnce } from "../load/few-at-once.ts";
import { answerErrors } from "./error-envelope.ts";
import type { IncomingRequest } from "./exchange.ts";
import { Idempotency } from "./idempotency.ts";
import { type OtherRoute, RequestHandler } from "./request-handler.ts";

const credential: Credential = { level: "workspace", workspaceId: "ws_1", tokenId: "t_1", rights: everywhere("token", "administrate") };
const route = { path: "/other", auth: "workspace", role: "read", mutates: false } as const;

function stage() {
  const leave = vi.fn();
  const leaveBody = vi.fn();
  const add = vi.fn();
  const onBug = vi.fn();
  const admission = { admit: async () => ({ credential, headers: { ratelimit: "of the key" }, leave, leaveBody }) };
  const record = { begin: vi.fn(), finish: vi.fn(), abandon: vi.fn() };
  const handler = new RequestHandler({
    admission,
    queue: new FairQueue(),
    costly: new FewAtOnce(),
    streams: { add },
    idempotency: new Idempotency(record, () => undefined),
    credentials: { checkBody: () => undefined },
    audit: { begin: async () => ({ record: "ws/record", end: async () => undefined }) },
    pageTokens: new PageTokens([Buffer.alloc(32)]),
    onDenied: async () => undefined,
    countRemoval: async () => ({}),
    users: {
      places: { placesOf: async () => new Map(), currentPlacesOf: async () => new Map(), enterable: async () => new Set() },
      users: { resolveUsers: async () => ({ users: [] }) as never },
      inbox: { findInboxDocuments: async () => ({ documentIds: [] }) as never },
      issue: async () => ({}),
    },
    clients: new Map(),
    followChanges: () => {
      throw new Error("Nothing is followed.");
    },
    config: { maxBodyBytes: 100, maxJsonDepth: 4, requestTimeoutMs: 1_000, changesBookmarkMs: 15_000 },
    tracing: false,
    answerError: answerErrors({ onBug, challenges: challengesFor(headerNames("x-svc-")) }),
  });
  const closing = new EventTarget();
  const onAdmitted = vi.fn();
  const request: IncomingRequest = {
    requestId: "r",
    headers: { "content-length": "2" },
    address: "192.0.2.1",
    onKnown: () => undefined,
    onAdmitted,
    readBody: async () => Buffer.from("{}"),
    signal: new AbortController().signal,
    closed: once(closing, "close").then(() => undefined),
  };
  const close = async () => {
    closing.dispatchEvent(new Event("close"));
    await request.closed;
  };
  return { handler, request, leave, leaveBody, add, onBug, onAdmitted, close };
}

const answering = (answer: OtherRoute["answer"]): OtherRoute => ({ ...route, answer });
const answer = { status: 200, body: "{}" };

test("a request keeps its place until its response has been sent", async () => {
  const { handler, request, leave, close, onAdmitted } = stage();

  expect(
    await handler.serve(
      answering(async () => answer),
      request,
    ),
  ).toBe(answer);
  expect(leave).not.toHaveBeenCalled();
  await close();

  expect(leave).toHaveBeenCalledTimes(1);
  expect(onAdmitted).toHaveBeenCalledWith({ ratelimit: "of the key" });
});

test("a client that disconnects frees no place while its request runs", async () => {
  const { handler, request, leave, close } = stage();
  const work = Promise.withResolvers<typeof answer>();
  const served = handler.serve(
    answering(() => work.promise),
    request,
  );
  await close();
  expect(leave).not.toHaveBeenCalled();

  work.resolve(answer);
  await served;
  await request.closed;

  expect(leave).toHaveBeenCalledTimes(1);
});

test("a failed request gives its place back, whether its body cannot be read or its work has a bug", async () => {
  const { handler, request, leave, onBug, close } = stage();
  await close();
  const broken = async () => {
    throw new Error("broken");
  };

  expect(await handler.serve(answering(broken), request)).toMatchObject({ status: 500 });
  expect(
    await handler.serve(
      answering(async () => answer),
      { ...request, readBody: broken },
    ),
  ).toMatchObject({ status: 500 });

  expect(leave).toHaveBeenCalledTimes(2);
  expect(onBug).toHaveBeenCalledTimes(2);
});

test("a body announced as too large is refused unread once its caller is admitted, and the place is given back", async () => {
  const { handler, request, leave, onAdmitted, close } = stage();
  const readBody = vi.fn(request.readBody);

  const refused = await handler.serve(
    answering(async () => answer),
    { ...request, readBody, headers: { "content-length": "101" } },
  );
  await close();

  expect(refused).toMatchObject({ status: 413, headers: { connection: "close" } });
  expect([onAdmitted, readBody, leave].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});

test("a lasting stream keeps its place until it has ended, but not the memory for its body", async () => {
  const { handler, request, leave, leaveBody, add, close } = stage();
  const stream = { end: () => undefined } as never;

  await handler.serve({ ...answering(async () => ({ ...answer, stream })), lasts: true }, request);

  expect([leaveBody.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0]);
  expect(add.mock.calls).toMatchObject([[stream, { credential, address: request.address }]]);
  await close();
  expect(leave).toHaveBeenCalledTimes(1);
});
