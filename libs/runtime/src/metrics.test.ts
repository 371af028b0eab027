import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("a process reports its memory and open resources, and does not list its handles and requests", async () => {
  const text = await createMetrics().metrics();

  expect(text).toContain("process_resident_memory_bytes");
  expect(text).toContain("nodejs_active_resources");
  expect(text).not.toMatch(/nodejs_active_(handles|requests)/);
});
