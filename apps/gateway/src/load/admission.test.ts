import { type KeyLimit, noKeyLimit } from "@parley/kernel";
import { expect, test, vi } from "vitest";
import type { Credential } from "../credentials/credential.ts";
import { noLimits } from "../credentials/key-limits.ts";
import { everywhere } from "../credentials/rights.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Route } from "../operations/operation.ts";
import { Admission, type AdmissionOptions } from "./admission.ts";

const route: Route = { path: "/v2/organizations/add", auth: "apiKey", role: "act", mutates: true };

const keyOf = (apiKeyId: string, streams = noKeyLimit): Credential => ({
  level: "apiKey",
  workspaceId: `ws_${apiKeyId}`,
  apiKeyId,
  tokenId: "t_1",
  advancedQueriesEnabled: false,
  disabled: false,
  rights: everywhere("token", "administrate"),
  limits: { ...noLimits, streams },
});

function stage(extra: Partial<AdmissionOptions> = {}) {
  const isOverloaded = vi.fn((_tenant: string, _timeMs: number) => false);
  const known = new Set<string>();
  const streamsOf = new Map<string, KeyLimit>();
  const check = async (_route: unknown, { key }: Readonly<Record<string, unknown>>) => keyOf(String(key), streamsOf.get(String(key)));
  const admission = new Admission({
    credentials: {
      check: check as AdmissionOptions["credentials"]["check"],
      known: (_route, headers) => (known.has(String(headers.key)) ? keyOf(String(headers.key)) : undefined),
      refusal: (_route, headers) => (headers.key === "guess" ? new HttpFailure("unavailable", "Try again.") : undefined),
    },
    requestTimeoutMs: 15_000,
    queue: { isOverloaded },
    maxInFlight: 100,
    maxInFlightPerKey: 10,
    maxStreams: 20,
    maxStreamsPerKey: 3,
    maxUserStreams: 20,
    maxStreamsPerUser: 2,
    maxRequestsPerSecondPerUser: 0,
    maxRequestsPerSecond: 0,
    maxBodyBytesInMemory: 1_000,
    ...extra,
  });
  const onKnown = vi.fn();
  const headOf = (key: string) => ({ headers: { key }, address: "192.0.2.1", onKnown });
  const admit = (key: string, { bodyBytes = 1, ...extra }: Partial<Pick<Route, "waits" | "lasts">> & { bodyBytes?: number } = {}) =>
    admission.admit({ ...route, ...extra }, headOf(key), bodyBytes);
  const count = async (times: number, ...asked: Parameters<typeof admit>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: times }, () => admit(...asked)));
    return outcomes.filter(({ status }) => status === "fulfilled").length;
  };
  const shed = (key: string, operation = route) => admission.shed(operation, { headers: { key }, address: () => "192.0.2.1" });
  return { admit, shed, count, isOverloaded, onKnown, known, streamsOf };
}

test("a request of an overloaded tenant is shed, takes no share and counts for its rate; another tenant's request is served", async () => {
  const { admit, count, isOverloaded, onKnown } = stage({ maxInFlightPerKey: 1 });
  isOverloaded.mockImplementation((tenant) => tenant === "greedy");

  await expect(admit("greedy")).rejects.toMatchObject({
    kind: "resource_exhausted",
    message: expect.stringContaining("greedy"),
    shed: true,
  });
  expect(onKnown).toHaveBeenCalledWith(keyOf("greedy"));
  expect((await admit("other")).credential).toEqual(keyOf("other"));

  isOverloaded.mockReturnValue(false);
  expect(await count(2, "greedy")).toBe(1);
});

test("requests that wait for an outside service are not shed for the queue, and take half of their tenant's places at most", async () => {
  const { count, isOverloaded } = stage();
  isOverloaded.mockReturnValue(true);
  expect(await count(20, "a", { waits: true })).toBe(5);

  isOverloaded.mockReturnValue(false);
  expect(await count(20, "a")).toBe(5);
});

test("without a bound of its own a tenant has a tenth of all places", async () => {
  expect(await stage({ maxInFlightPerKey: 0 }).count(50, "a")).toBe(10);
});

test("a tenant has a quarter of the memory for bodies; full memory is UNAVAILABLE; either refusal closes the connection", async () => {
  const { admit } = stage();
  const { leave } = await admit("a", { bodyBytes: 200 });
  const close = { headers: { connection: "close" }, shed: true };

  await expect(admit("a", { bodyBytes: 100 })).rejects.toMatchObject({ kind: "resource_exhausted", ...close });
  for (const key of ["b", "c", "d"]) await admit(key, { bodyBytes: 250 });
  await expect(admit("e", { bodyBytes: 100 })).rejects.toMatchObject({ kind: "unavailable", ...close });
  leave();

  await admit("e", { bodyBytes: 100 });
});

test("a request refused for the size of its body gives its place back", async () => {
  const { admit, count } = stage({ maxInFlightPerKey: 2 });
  await admit("a", { bodyBytes: 250 });
  expect(await count(5, "a", { bodyBytes: 250 })).toBe(0);

  expect(await count(5, "a", { bodyBytes: 0 })).toBe(1);
});

test("a shed request counts for the rate of its key, and its headers say so", async () => {
  const { admit, isOverloaded } = stage({ maxRequestsPerSecond: 2 });
  isOverloaded.mockReturnValue(true);

  await expect(admit("a")).rejects.toMatchObject({ headers: { ratelimit: '"key";r=1;t=0' } });
  await expect(admit("a")).rejects.toMatchObject({ headers: { ratelimit: '"key";r=0;t=1' } });
  await expect(admit("a")).rejects.toMatchObject({ message: "a may send 2 requests a second. Try again." });
});

test("by its head alone, only a request of a known overloaded tenant is shed, and one whose credentials would not be looked up", () => {
  const { shed, isOverloaded, known } = stage();
  isOverloaded.mockImplementation((tenant) => tenant === "greedy");
  for (const key of ["greedy", "other"]) known.add(key);

  expect(shed("greedy")).toMatchObject({ error: { kind: "resource_exhausted", shed: true }, credential: keyOf("greedy") });
  expect(shed("guess")).toMatchObject({ error: { message: expect.stringContaining("Try again.") }, credential: undefined });
  expect([shed("other"), shed("greedy", { ...route, waits: true })]).toEqual([undefined, undefined]);
  known.clear();
  expect(shed("greedy")).toBeUndefined();
});

test("overload is judged by the time that the request's operation may take", () => {
  const { shed, isOverloaded, known } = stage();
  known.add("a");

  shed("a");
  shed("a", { ...route, timeoutMs: 60_000 });

  expect(isOverloaded.mock.calls).toEqual([
    ["a", 15_000],
    ["a", 60_000],
  ]);
});

test("a stream takes no place of other requests, has its own bound, and gives the memory for its body back while it lasts", async () => {
  const { admit, count } = stage({ maxInFlightPerKey: 1 });
  const { leave, leaveBody } = await admit("a", { lasts: true, waits: true, bodyBytes: 250 });
  expect(await count(5, "a", { lasts: true, waits: true, bodyBytes: 0 })).toBe(2);
  expect(await count(1, "a", { bodyBytes: 100 })).toBe(0);

  leaveBody();
  expect(await count(2, "a", { bodyBytes: 200 })).toBe(1);
  leave();

  expect(await count(5, "a", { lasts: true, waits: true, bodyBytes: 0 })).toBe(1);
  await expect(admit("a", { lasts: true, waits: true })).rejects.toMatchObject({
    message: expect.stringContaining("a has as many streams running"),
  });
});

test("a key has as many streams as its own limit allows, up to the installation's or the operator's limit", async () => {
  const { count, streamsOf } = stage({ maxStreams: 100, maxStreamsPerKey: 4, maxInFlightPerKey: 6 });
  const limits = { few: { own: 2, most: 0 }, many: { own: 9, most: 0 }, more: { own: 0, most: 6 } };
  for (const [key, limit] of Object.entries(limits)) streamsOf.set(key, limit);

  const taken = await Promise.all(["few", "many", "more", "other"].map((key) => count(10, key, { lasts: true })));

  expect(taken).toEqual([2, 4, 6, 4]);
  expect(await count(10, "few")).toBe(6);
});

test("a limit lowered below the number of open streams ends none, and admits none until enough have ended", async () => {
  const { admit, count, streamsOf } = stage();
  const open = await Promise.all([1, 2, 3].map(() => admit("a", { lasts: true })));
  streamsOf.set("a", { own: 2, most: 0 });
  expect(await count(1, "a", { lasts: true })).toBe(0);

  open[0]?.leave();
  expect(await count(1, "a", { lasts: true })).toBe(0);
  open[1]?.leave();

  expect(await count(5, "a", { lasts: true })).toBe(1);
});
