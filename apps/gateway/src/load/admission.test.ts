import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Credential } from "../credentials/credential.ts";
import { headerNames } from "../credentials/credential-check.ts";
import { noLimits } from "../credentials/key-limits.ts";
import { everywhere } from "../credentials/rights.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Route } from "../operations/operation.ts";
import { RequestRate } from "../rates/request-rate.ts";
import { Admission, type AdmissionOptions } from "./admission.ts";
import { BodyBudget } from "./body-budget.ts";
import { InFlight } from "./in-flight.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // A process is never 0 ms old.
  vi.advanceTimersByTime(1_000);
});
afterEach(() => vi.useRealTimers());

const route: Route = { path: "/v2/organizations/add", auth: "apiKey", role: "act", mutates: true };
const headers = { "x-svc-api-key": "key_1", "x-svc-auth-token": "token_1" };
const credential: Credential = {
  level: "apiKey",
  workspaceId: "workspace_1",
  apiKeyId: "key_1",
  tokenId: "t_1",
  advancedQueriesEnabled: false,
  disabled: false,
  rights: everywhere("token", "administrate"),
  limits: noLimits,
};
const timeMs = 15_000;

const seen = (heads: Readonly<Record<string, string>>) => ({ headers: heads, address: () => "192.0.2.1" });

function stage(extra: Partial<AdmissionOptions> = {}) {
  const late = { now: true };
  const refused: { now: HttpFailure | undefined } = { now: undefined };
  const asked: number[] = [];
  const isLate = (_name: string, ms = 0) => {
    asked.push(ms);
    return late.now;
  };
  const check = vi.fn(async () => credential);
  const most = { most: 10, mostPerKey: 10 };
  const admission = new Admission({
    names: headerNames("x-svc-"),
    credentials: { check, refusal: () => refused.now } as unknown as AdmissionOptions["credentials"],
    turns: { isLate } as unknown as AdmissionOptions["turns"],
    inFlight: new InFlight(most),
    waiting: new InFlight(most),
    streams: new InFlight(most),
    bodies: new BodyBudget(1_000),
    ...extra,
  });
  const admit = (operation = route) => admission.admit(operation, { headers, address: "127.0.0.1", bodyBytes: 1 }, () => undefined);
  return { admission, admit, check, late, asked, refused };
}

const busy = { kind: "resource_exhausted", message: expect.stringContaining("key_1") };

test("credentials that were refused for their caller's queue are refused again by the head alone, and only the very same ones", async () => {
  const { admission, admit, check, asked } = stage();
  expect(admission.refusedAgain(route, seen(headers), timeMs)).toBeUndefined();
  await expect(admit()).rejects.toMatchObject(busy);
  expect(check).toHaveBeenCalledTimes(1);

  expect(admission.refusedAgain(route, seen(headers), timeMs)).toMatchObject({ credential, error: busy });
  expect(asked.at(-1)).toBe(timeMs);

  const others = [
    { ...headers, "x-svc-auth-token": "token_2" },
    { ...headers, "x-svc-api-key": "key_2" },
    { "x-svc-workspace-id": "key_1", "x-svc-auth-token": "token_1" },
    { ...headers, "x-svc-admin-token": "token_3" },
    { "x-svc-api-key": "key_1" },
    { cookie: "session" },
  ];
  expect(others.filter((other) => admission.refusedAgain(route, seen(other), timeMs) !== undefined)).toEqual([]);
  expect(admission.refusedAgain({ ...route, auth: "workspace" }, seen(headers), timeMs)).toBeUndefined();
  expect(admission.refusedAgain({ ...route, auth: "admin" }, seen(headers), timeMs)).toBeUndefined();
  expect(check).toHaveBeenCalledTimes(1);
});

test("they are checked again after a quarter of a second, and as soon as the queue is short enough", async () => {
  const { admission, admit, late } = stage();
  await expect(admit()).rejects.toMatchObject(busy);

  late.now = false;
  expect(admission.refusedAgain(route, seen(headers), timeMs)).toBeUndefined();
  late.now = true;
  vi.advanceTimersByTime(249);
  expect(admission.refusedAgain(route, seen(headers), timeMs)).toBeDefined();
  vi.advanceTimersByTime(2);
  expect(admission.refusedAgain(route, seen(headers), timeMs)).toBeUndefined();
});

test("an operation that waits for something outside is refused for no queue", async () => {
  const { admission, admit } = stage();
  await expect(admit()).rejects.toMatchObject(busy);

  expect(admission.refusedAgain({ ...route, waits: true }, seen(headers), timeMs)).toBeUndefined();
  (await admit({ ...route, waits: true })).leave();
});

test("what is refused again counts for the rate of its key, and says so", async () => {
  const { admission, admit } = stage({ rate: new RequestRate(2) });
  await expect(admit()).rejects.toMatchObject({ headers: { ratelimit: '"key";r=1;t=0' } });

  expect(admission.refusedAgain(route, seen(headers), timeMs)).toMatchObject({
    error: { ...busy, headers: { ratelimit: '"key";r=0;t=1' } },
  });
  expect(admission.refusedAgain(route, seen(headers), timeMs)).toMatchObject({
    error: { message: "key_1 may send 2 requests a second. Try again." },
  });
});

test("what would not be looked up is refused by the head alone, also where a caller's queue says nothing", () => {
  const { admission, refused, check } = stage();
  refused.now = new HttpFailure("unavailable", "Try again.");

  expect(admission.refusedAgain({ ...route, waits: true }, seen(headers), timeMs)).toEqual({ credential: undefined, error: refused.now });
  expect(check).not.toHaveBeenCalled();
});
