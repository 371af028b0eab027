import { expect, onTestFinished, test } from "vitest";
import { Endpoint } from "./endpoint.ts";

function endpoint(): Endpoint {
  const made = new Endpoint("127.0.0.1", {
    baseUrl: new URL("http://echo.example:1"),
    maxMessageBytes: 1_024,
    maxConnections: 1,
    connectTimeoutMs: 1_000,
    connectionAgeMs: 1_000,
  });
  onTestFinished(() => made.close());
  return made;
}

test("an address that has failed is left out for a second, and then gets one call as a probe, however many there are", () => {
  const failed = endpoint();

  failed.leaveOut(0);

  expect([999, 1_000].map((nowMs) => failed.isUsable(nowMs))).toEqual([false, true]);
  failed.inFlight = 1;
  expect(failed.isUsable(1_000)).toBe(false);
  failed.inFlight = 0;
  expect(failed.isUsable(1_000)).toBe(true);
});

test("an address that has not failed takes any number of calls", () => {
  const healthy = endpoint();

  healthy.inFlight = 1_000;

  expect(healthy.isUsable(0)).toBe(true);
});

test("each failure of the probe doubles the pause, up to 15 s, and failures of calls that ran together count once", () => {
  const failed = endpoint();
  const pauses: number[] = [];
  let nowMs = 0;
  for (let probe = 0; probe < 6; probe++) {
    failed.leaveOut(nowMs);
    failed.leaveOut(nowMs + 1);
    pauses.push(failed.pausedUntilMs - nowMs);
    nowMs = failed.pausedUntilMs;
  }

  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});
