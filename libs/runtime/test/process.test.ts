import { syncBuiltinESMExports } from "node:module";
import { availableParallelism } from "node:os";
import v8 from "node:v8";
import { UsersService } from "@parley/contracts/users";
import { WorkspaceService } from "@parley/contracts/workspace";
import { testEnvironment } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { ConfigError, defineModule, integer, type Module, runProcess, setting, text } from "../src/index.ts";

const environment = testEnvironment("postgres://unused");

function recording(name: string, events: string[], fail?: "mount" | "start" | "stop"): Module {
  return defineModule({
    name,
    config: {},
    uses: [],
    async mount(host) {
      events.push(`mount ${name}`);
      host.onStop(async () => {
        events.push(`stop ${name}`);
        if (fail === "stop") throw new Error("This part does not close cleanly, on purpose.");
      });
      if (fail === "mount") throw new Error("This part does not mount.");
      host.onStart(async () => {
        events.push(`start ${name}`);
        if (fail === "start") throw new Error("This part does not start.");
      });
    },
  });
}

test("modules are mounted in order, started when all are mounted, and stopped in reverse order", async () => {
  const events: string[] = [];

  const running = await runProcess([recording("a", events), recording("b", events)], environment);
  await Promise.all([running.stop(), running.stop()]);

  expect(events).toEqual(["mount a", "mount b", "start a", "start b", "stop b", "stop a"]);
});

test.each(["mount", "start"] as const)("a process that fails to %s closes what it had opened", async (step) => {
  const events: string[] = [];

  await expect(runProcess([recording("a", events), recording("b", events, step)], environment)).rejects.toThrow("This part does not");

  expect(events.filter((event) => event.startsWith("stop"))).toEqual(["stop b", "stop a"]);
});

test("V8 marks the heap with one thread fewer than there are processors, and not before half of its room is taken", async () => {
  const { setFlagsFromString } = v8;
  const flags: string[] = [];
  v8.setFlagsFromString = (flag) => void flags.push(flag);
  syncBuiltinESMExports();
  onTestFinished(() => {
    v8.setFlagsFromString = setFlagsFromString;
    syncBuiltinESMExports();
  });

  const running = await runProcess([recording("a", [])], environment);
  await running.stop();

  expect(flags).toEqual([
    `--concurrent-marking-max-worker-num=${Math.max(1, availableParallelism() - 1)}`,
    "--incremental-marking-soft-trigger=50",
    "--incremental-marking-hard-trigger=80",
  ]);
});

test("a part that does not close cleanly does not keep the others open", async () => {
  const events: string[] = [];

  const running = await runProcess([recording("a", events), recording("b", events, "stop")], { ...environment, PARLEY_LOG_LEVEL: "error" });
  await running.stop();

  expect(events.slice(-2)).toEqual(["stop b", "stop a"]);
});

test("every problem of the configuration is reported at once, before anything is mounted", async () => {
  const events: string[] = [];
  const needy = defineModule({
    name: "needy",
    config: {
      size: integer("PARLEY_TEST_SIZE", { description: "A size.", default: 1, min: 1, max: 9 }),
      key: text("PARLEY_TEST_KEY", { description: "A key." }),
    },
    uses: [],
    async mount() {
      events.push("mount needy");
    },
  });

  const started = runProcess([recording("a", events), needy], { ...environment, PARLEY_TEST_SIZE: "10", PARLEY_SERVICE_TOKENS: "short" });

  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(/PARLEY_SERVICE_TOKENS.*PARLEY_TEST_SIZE.*PARLEY_TEST_KEY/s);
  expect(events).toEqual([]);
});

test("the address of a service must be a URL of HTTP, and each that is missing or wrong is named once", async () => {
  const caller = (name: string) => defineModule({ name, config: {}, uses: [UsersService, WorkspaceService], mount: async () => undefined });

  const started = runProcess([caller("a"), caller("b")], { ...environment, PARLEY_USERS_URL: "users:8083", PARLEY_WORKSPACE_URL: "" });

  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(/PARLEY_USERS_URL must begin with http:\/\/ or https:\/\/, which "users:8083" does not/);
  await expect(started).rejects.toThrow(/PARLEY_WORKSPACE_URL is required by a\./);
  await expect(started).rejects.toThrow(/has 2 problems/);
});

test("a conflict between values is reported like any other problem, and knows how many modules share the setting", async () => {
  const shared = setting("PARLEY_TEST_PLACE", {
    description: "A place.",
    schema: z.string(),
    problem: ({ place }, sharing) => (place === "crowded" && sharing > 1 ? "PARLEY_TEST_PLACE has no room for two." : undefined),
  });
  const module = (name: string) => defineModule({ name, config: { place: shared }, uses: [], mount: async () => undefined });
  const crowded = { ...environment, PARLEY_TEST_PLACE: "crowded" };

  const alone = await runProcess([module("a")], crowded);
  await alone.stop();

  await expect(runProcess([module("a"), module("b")], crowded)).rejects.toThrow(
    "has a problem:\n  - PARLEY_TEST_PLACE has no room for two.",
  );
});

test("a secret may come from a file, and a file that cannot be read is a problem that names the variable", async () => {
  const seen: string[] = [];
  const reading = defineModule({
    name: "reading",
    config: { key: text("PARLEY_TEST_KEY", { description: "A key.", secret: true }) },
    uses: [],
    async mount(_host, { key }) {
      seen.push(key);
    },
  });

  const running = await runProcess([reading], { ...environment, PARLEY_TEST_KEY_FILE: new URL("./secret.txt", import.meta.url).pathname });
  await running.stop();

  expect(seen).toEqual(["from a file"]);
  await expect(runProcess([reading], { ...environment, PARLEY_TEST_KEY_FILE: "/nowhere" })).rejects.toThrow(
    "PARLEY_TEST_KEY_FILE names the file /nowhere",
  );
});

test("the ops port serves health with the age of each check, metrics, and the routes that modules add", async () => {
  let healthy = true;
  const module = defineModule({
    name: "checked",
    config: {},
    uses: [],
    async mount(host) {
      host.health.add("the thing", async () => {
        if (!healthy) throw new Error("the database is gone");
      });
      host.ops("GET", "/things", async ({ url }) => ({ asked: url.searchParams.get("q") }));
    },
  });
  const running = await runProcess([module], environment);
  const get = (path: string) => fetch(`http://127.0.0.1:${running.opsPort}${path}`);

  const ready = await get("/readyz");
  const metrics = await get("/metrics");
  const things = await get("/things?q=1");
  healthy = false;
  let status = 200;
  while (status === 200) status = (await get("/readyz")).status;
  const unready = await get("/readyz");

  expect(await ready.json()).toMatchObject({ ready: true, checks: [{ name: "the thing", ok: true, ageMs: expect.any(Number) }] });
  expect(await metrics.text()).toContain("process_cpu_user_seconds_total");
  expect(await things.json()).toEqual({ asked: "1" });
  expect(await unready.json()).toMatchObject({ ready: false, checks: [{ ok: false, message: "the database is gone" }] });
  expect((await get("/livez")).status).toBe(200);
  expect((await get("/nothing")).status).toBe(404);
  expect((await get("//")).status).toBe(404);
  await running.stop();
});
