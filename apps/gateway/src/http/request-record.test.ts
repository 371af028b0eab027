import { createMetrics, type Host } from "@parley/runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Credential } from "../credentials/credential.ts";
import { noLimits } from "../credentials/key-limits.ts";
import { everywhere } from "../credentials/rights.ts";
import { RequestRecord } from "./request-record.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function stage() {
  const info = vi.fn();
  const stops: (() => Promise<void>)[] = [];
  const metrics = createMetrics();
  const host = { metrics, log: { info }, onStop: (stop: () => Promise<void>) => stops.push(stop) };
  const record = new RequestRecord(host as unknown as Host, {
    routes: [{ path: "/v2/organizations/add" }, { path: "/v2/users/add" }],
    count: () => undefined,
  });
  const key = (apiKeyId: string): Credential => ({
    level: "apiKey",
    workspaceId: "workspace_1",
    apiKeyId,
    tokenId: "t_1",
    advancedQueriesEnabled: false,
    disabled: false,
    rights: everywhere("token", "administrate"),
    limits: noLimits,
  });
  const seen = (apiKeyId: string, url = "/v2/organizations/add") => ({
    id: "r",
    method: "POST",
    url,
    headers: {},
    credential: key(apiKeyId),
    isShed: true,
  });
  return { record, info, metrics, seen, stop: () => Promise.all(stops.map((step) => step())) };
}

test("shed requests have one log line a second for each caller and path, with their number, and are measured one by one", async () => {
  const { record, info, metrics, seen } = stage();
  for (let n = 0; n < 30; n++) record.ended(seen("key_1"), 429, 1);
  record.ended(seen("key_1", "/v2/users/add"), 429, 1);
  record.ended(seen("key_2"), 429, 1);
  for (let n = 0; n < 30; n++) record.ended(seen("key_2", `/v2/organizations/add?n=${n}`), 429, 1);
  expect(info).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1_000);

  const line = { method: "POST", path: "/v2/organizations/add", workspaceId: "workspace_1", apiKeyId: "key_1", status: 429 };
  expect(info.mock.calls).toEqual([
    [{ ...line, requests: 30 }, "requests shed"],
    [{ ...line, path: "/v2/users/add", requests: 1 }, "requests shed"],
    [{ ...line, apiKeyId: "key_2", requests: 31 }, "requests shed"],
  ]);
  expect(await metrics.metrics()).toContain('_count{operation="/v2/organizations/add",status="429"} 61');
  vi.advanceTimersByTime(5_000);
  expect(info).toHaveBeenCalledTimes(3);
});

test("shed requests without a log line yet get it when the gateway stops", async () => {
  const { record, info, seen, stop } = stage();
  record.ended(seen("key_1"), 429, 1);

  await stop();

  expect(info.mock.calls).toMatchObject([[{ requests: 1 }, "requests shed"]]);
});

test("what strangers are refused is measured together, whatever operation they name", async () => {
  const { record, metrics, seen } = stage();
  const stranger = { ...seen("key_1"), credential: undefined, isShed: false };
  for (const url of ["/v2/organizations/add", "/v2/users/add", "/made-up"]) record.ended({ ...stranger, url }, 401, 1);
  record.ended(stranger, 200, 1);
  record.ended({ ...seen("key_1"), isShed: false }, 401, 1);

  const counts = (await metrics.metrics()).split("\n").filter((line) => line.startsWith("parley_http_request_duration_seconds_count"));

  expect(counts.toSorted()).toEqual([
    'parley_http_request_duration_seconds_count{operation="/v2/organizations/add",status="200"} 1',
    'parley_http_request_duration_seconds_count{operation="/v2/organizations/add",status="401"} 1',
    'parley_http_request_duration_seconds_count{operation="other",status="401"} 3',
  ]);
});

test("a stream is measured up to its first part, and logged with its whole length", async () => {
  const { record, info, metrics, seen } = stage();

  record.ended({ ...seen("key_1"), isShed: false }, 200, 60_000, 40);
  record.ended({ ...seen("key_1"), isShed: false }, 200, 20);

  expect(info.mock.calls.map(([{ durationMs }]) => durationMs)).toEqual([60_000, 20]);
  expect(await metrics.metrics()).toMatch(/_sum\{operation="\/v2\/organizations\/add",status="200"\} 0\.06\n/);
});
