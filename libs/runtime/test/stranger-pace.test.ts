import { setTimeout as delay } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { StrangerPace } from "../src/stranger-pace.ts";
import { get, type Stage, start } from "./connection-stage.ts";

async function askOn(stage: Stage, count: number): Promise<void> {
  for (const socket of await Promise.all(Array.from({ length: count }, () => stage.open()))) socket.write(get);
}

function stopTime(nowMs: number): (nowMs: number) => void {
  const now = vi.spyOn(performance, "now").mockReturnValue(nowMs);
  onTestFinished(() => now.mockRestore());
  return (laterMs) => void now.mockReturnValue(laterMs);
}

test("strangers' connections begin no faster than one a millisecond, after a hundred at once", async () => {
  const setTime = stopTime(1_000);
  const stage = await start({ most: 200, strangersPerSecond: 10 });

  await askOn(stage, 130);
  await until(() => stage.read() >= 100);
  await delay(100);
  const atOnce = stage.read();
  setTime(1_030);
  await until(() => stage.read() === 130);

  expect(atOnce).toBe(100);
});

test("a connection begins within half a second, however many strangers begin before it", () => {
  stopTime(1_000);
  const pace = new StrangerPace();

  const waits = Array.from({ length: 5_000 }, () => pace.beginWaitMs({ beginsAtMs: undefined, paidUntilMs: 0, bodyAtMs: undefined }));

  expect(Math.max(...waits)).toBeGreaterThan(490);
  expect(Math.max(...waits)).toBeLessThan(510);
});

test("on the operators' port, where probes ask, connections begin at once", async () => {
  stopTime(1_000);
  const stage = await start({ most: 200, strangersPerSecond: 10, pacesCallers: true });

  await askOn(stage, 130);

  await until(() => stage.read() === 130);
});
