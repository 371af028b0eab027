import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a process reports its memory and its open files", async () => {
  const metrics = createMetrics();
  const openFiles = async () => Number(/^process_open_fds (\d+)$/m.exec(await metrics.metrics())?.[1]);
  expect(await metrics.metrics()).toContain("process_resident_memory_bytes");

  const before = await openFiles();
  const files = Array.from({ length: 50 }, () => fs.openSync(import.meta.filename, "r"));
  onTestFinished(() => {
    for (const file of files) fs.closeSync(file);
  });

  // Other tests of this process open and close files meanwhile.
  expect(Math.abs((await openFiles()) - before - 50)).toBeLessThan(25);
});

test("a scrape goes through no connections on the event loop", async () => {
  const metrics = createMetrics();
  const walks = [
    vi.spyOn(fs, "readdirSync"),
    vi.spyOn(process, "getActiveResourcesInfo"),
    ...(["_getActiveHandles", "_getActiveRequests"] as const).map((name) => vi.spyOn(process as never, name as never)),
  ];
  onTestFinished(() => void vi.restoreAllMocks());

  expect(await metrics.metrics()).not.toContain("nodejs_active_");

  for (const walk of walks) expect(walk).not.toHaveBeenCalled();
});
