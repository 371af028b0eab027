import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { randomText } from "@parley/kernel";
import { until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { Customer } from "../support/customer.ts";
import { printedRequest } from "./paste.ts";

// `npm run start:services` as a user runs it: one command, seven processes, real Kafka.
const program = resolve(import.meta.dirname, "../../../../tools/services/start-services.ts");
const brokers = await kafkaForTests();
let folder: string;
let child: ChildProcess;
let output = "";

beforeAll(async () => {
  if (brokers === undefined) return;
  folder = await mkdtemp(join(tmpdir(), "parley-services-"));
  await chmod(folder, 0o755);
  const ports = [...modules.map(({ name }) => name.toUpperCase().replaceAll("-", "_")), "OPS"].map((name) => [`PARLEY_${name}_PORT`, "0"]);
  child = spawn(process.execPath, [program, "--no-build"], {
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(ports),
      PARLEY_DATA_DIR: folder,
      PARLEY_KAFKA_BROKERS: brokers,
      PARLEY_KAFKA_PREFIX: `services-${randomText(8)}.`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`It ended before it was ready:\n${output}`);
    return printedRequest(output) !== undefined;
  }, 50_000);
});

afterAll(async () => {
  if (brokers === undefined) return;
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(brokers === undefined)("each service runs in a separate process, and requests reach all of them", async () => {
  const processes = [...output.matchAll(/^(\S+) +\| pid (\d+) {2}http:\/\/localhost:(\d+)\//gm)].map(([, app, pid, opsPort]) => ({
    app,
    pid: Number(pid),
    opsPort,
  }));
  const [gateway = ""] = /http:\/\/localhost:\d+(?=\n)/.exec(output) ?? [];
  const customer = new Customer(gateway, {
    "x-svc-api-key": /pk_\w+/.exec(output)?.[0] ?? "",
    "x-svc-auth-token": /Auth token +(\S+)/.exec(output)?.[1] ?? "",
  });

  const everything = await customer.data("/v2/users/data/get", { organizationId: "acme", userId: "alice" });
  const asked = await customer.post("/v2/rewriter/ask-ai", { model: "gpt-5", prompt: "Shorten.", text: "A long text." });

  expect(everything.comments.length).toBeGreaterThan(0);
  expect(everything.notifications.length).toBeGreaterThan(0);
  expect(asked.body.result).toMatchObject({ success: false, error: expect.stringContaining("OpenAI") });
  expect(processes.map(({ app }) => app).sort()).toEqual(modules.map(({ name }) => name).sort());
  expect(new Set(processes.filter(({ pid }) => process.kill(pid, 0))).size).toBe(7);
  for (const { app, opsPort } of processes) {
    const metric = app === "gateway" ? "parley_http_request_duration_seconds_count" : "parley_rpc_server_duration_seconds_count";
    expect(await (await request(`http://127.0.0.1:${opsPort}/metrics`)).body.text(), app).toContain(metric);
  }
});

test.skipIf(brokers === undefined)("a killed service is reported and restarted", async () => {
  const [, pid, opsPort] = /^users +\| pid (\d+) {2}http:\/\/localhost:(\d+)\//m.exec(output) ?? [];

  process.kill(Number(pid), "SIGKILL");
  await until(() => output.includes("ended by SIGKILL and is started again"));

  await until(async () => (await request(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined))?.statusCode === 200, 20_000);
});

test.skipIf(brokers === undefined)("Ctrl-C stops everything cleanly", async () => {
  const pids = [...output.matchAll(/\| pid (\d+)/g)].map(([, pid]) => Number(pid));

  child.kill("SIGINT");
  const [code] = await once(child, "exit");

  expect(code).toBe(0);
  expect(output.trimEnd().endsWith("stopped.")).toBe(true);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
