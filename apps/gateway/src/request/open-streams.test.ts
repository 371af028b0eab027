import { Failure } from "@parley/kernel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Credential } from "../credentials/credential.ts";
import { noLimits } from "../credentials/key-limits.ts";
import { everywhere, type Rights } from "../credentials/rights.ts";
import { OpenStreams } from "./open-streams.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const route = { path: "/v2/changes/stream", auth: "apiKey", role: "read", mutates: false } as const;
const rights = everywhere("token", "act");

function credentialOf(tokenId: string, held: Rights = rights): Credential {
  return {
    level: "apiKey",
    workspaceId: "ws_1",
    apiKeyId: "pk_1",
    tokenId,
    advancedQueriesEnabled: false,
    disabled: false,
    rights: held,
    limits: noLimits,
  };
}

function stage() {
  const check = vi.fn(async ({ headers: { token } }: { readonly headers: { readonly token: string } }) => credentialOf(token));
  const credentials = { check: (_route: object, headers: object) => check({ headers: headers as { token: string } }) };
  const streams = new OpenStreams({ credentials: credentials as never, longestMs: 60_000, onOpen: () => undefined });
  const open = (tokenId: string) => {
    const onEnd: (() => void)[] = [];
    const end = vi.fn(() => {
      for (const listener of onEnd.splice(0)) listener();
    });
    const stream = { end, onEnd: (listener: () => void) => void onEnd.push(listener) };
    streams.add(stream, { route, headers: { token: tokenId }, address: "192.0.2.1", credential: credentialOf(tokenId) });
    return stream;
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { streams, check, open, pass };
}

test("all streams of a token are checked at once, at least every half second, and only while some are open", async () => {
  const { check, open, pass, streams } = stage();
  const first = [open("t_1"), open("t_1"), open("t_2")];

  await pass(5_000);
  expect(check.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(check.mock.calls.length).toBeLessThan(30);
  for (const stream of first) stream.end();
  check.mockClear();
  await pass(5_000);

  expect([check.mock.calls.length, streams.size]).toEqual([0, 0]);
});

test("a token that is refused ends its streams with the failure, and no others", async () => {
  const { check, open, pass } = stage();
  const gone = open("t_1");
  const stays = open("t_2");
  const refusal = new Failure("unauthenticated", "No.");
  check.mockImplementation(async ({ headers: { token } }) => {
    if (token === "t_1") throw refusal;
    return credentialOf(token);
  });

  await pass(500);

  expect(gone.end.mock.calls).toEqual([[refusal]]);
  expect(stays.end).not.toHaveBeenCalled();
});

test("a token that may do less than before ends its streams, so that their clients reconnect", async () => {
  const { check, open, pass } = stage();
  const lowered = open("t_1");
  const bound = open("t_2");
  const stays = open("t_3");
  check.mockImplementation(async ({ headers: { token } }) => {
    if (token === "t_1") return credentialOf(token, { ...rights, role: "read" });
    return credentialOf(token, token === "t_2" ? { ...rights, organizationIds: new Set(["acme"]) } : rights);
  });

  await pass(500);

  expect([lowered.end.mock.calls, bound.end.mock.calls, stays.end.mock.calls]).toEqual([[[]], [[]], []]);
});

test("a slow check of a token is not repeated while it runs", async () => {
  const { check, open, pass } = stage();
  check.mockReturnValue(new Promise(() => undefined));
  open("t_1");

  await pass(5_000);

  expect(check).toHaveBeenCalledTimes(1);
});

test("a stream ends when its time is over and when the gateway drains, also one that begins after that", async () => {
  const { open, pass, streams } = stage();
  const old = open("t_1");
  await pass(60_500);
  expect(old.end).toHaveBeenCalledTimes(1);
  const running = open("t_1");

  streams.drain();
  const late = open("t_1");

  expect([running.end.mock.calls.length, late.end.mock.calls.length, streams.size]).toEqual([1, 1, 0]);
});
