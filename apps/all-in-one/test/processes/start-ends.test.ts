import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@parley/testing";
import { expect, test, vi } from "vitest";
import { paste } from "./paste.ts";
import { ready, useStarts } from "./started.ts";

vi.setConfig({ testTimeout: 300_000 });

const starts = useStarts();

test.each([
  ["a kill -9", ["SIGKILL"]],
  ["two Ctrl-C in a moment", ["SIGINT", "SIGINT"]],
] as const)("%s ends its Postgres too, and the next start finds everything", async (_, signals) => {
  await starts.filled();
  const first = starts.start();
  const output = await ready(first);
  for (const signal of signals) first.child.kill(signal);
  await first.exited;
  await until(() => !existsSync(join(starts.folder, "data/postgres/postmaster.pid")), 30_000);

  const second = starts.start();

  expect((await paste(await ready(second))).result?.data).toMatchObject([{ organizationId: "acme" }]);
  expect(second.output().match(/pk_\w+/)?.[0]).toBe(output.match(/pk_\w+/)?.[0]);
});

test("when its Postgres dies it says so in one sentence and exits, and the next start continues", async () => {
  await starts.filled();
  const first = starts.start();
  await ready(first);
  const [pid] = (await readFile(join(starts.folder, "data/postgres/postmaster.pid"), "utf8")).split("\n");

  process.kill(Number(pid), "SIGKILL");

  expect(await first.exited).toBe(1);
  expect(first.output()).toMatch(/^Postgres has exited unexpectedly; Parley stops\./m);
  await ready(starts.start());
});
