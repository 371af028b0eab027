import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "../src/index.ts";
import { killAll, type Parley, parley } from "./embedded-child.ts";
import { query, useScratch } from "./embedded-scratch.ts";

const scratch = useScratch();

afterEach(() => {
  killAll();
});

const ends: Readonly<Record<string, (owner: Parley) => unknown>> = {
  "by kill -9": ({ child }) => child.kill("SIGKILL"),
  "by two quick Ctrl-C, the second of which makes it exit": async ({ child, line }) => {
    child.kill("SIGINT");
    // Two signals that arrive before either is handled count as one.
    await line();
    child.kill("SIGINT");
  },
  "by kill -9 to its group and to itself": ({ child }) => [process.kill(-Number(child.pid), "SIGKILL"), child.kill("SIGKILL")],
};

test.each(Object.entries(ends))("a process that ends %s takes its server along, and the next start finds everything", async (how, end) => {
  const dataDir = join(scratch.folder, `ended-${Object.keys(ends).indexOf(how)}`);
  const owner = parley(dataDir, { detached: true, exitsAtSecondSignal: true });
  const url = await owner.line();
  await query(url, "create table kept (it int)", "insert into kept values (1)");

  await end(owner);

  await vi.waitFor(() => expect(existsSync(join(dataDir, "postmaster.pid"))).toBe(false), { timeout: 20_000, interval: 10 });
  const next = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });
  expect(await query(next.url, "select it from kept")).toEqual([{ it: 1 }]);
  await next.stop();
});

test("a process that took a server over keeps it, even if the guard of the killed owner wakes up late", async () => {
  const dataDir = join(scratch.folder, "late-guard");
  const killed = parley(dataDir);
  const url = await killed.line();
  const guard = await killed.guard();
  process.kill(guard, "SIGSTOP");
  await killed.kill();
  const heir = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });
  onTestFinished(() => heir.stop());

  process.kill(guard, "SIGCONT");

  await vi.waitFor(() => expect(() => process.kill(guard, 0)).toThrow("ESRCH"), { timeout: 20_000, interval: 10 });
  expect(heir.url).toBe(url);
  expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
});
