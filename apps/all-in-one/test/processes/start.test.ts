import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "@parley/testing";
import { expect, test, vi } from "vitest";
import { olderNode } from "../clients/language.ts";
import { listed, loggedIn, paste } from "./paste.ts";
import { main, ready, useStarts } from "./started.ts";

// `npm start` as a user runs it: the bundled program, a data folder, a terminal. A first start creates a database and a demo, which takes
// most of a minute on an overloaded machine; some tests start twice.
vi.setConfig({ testTimeout: 300_000 });

const starts = useStarts();

test("a Node that is too old is reported in one line", async () => {
  const node = olderNode();
  if (node === undefined) return console.warn("SKIPPED: the start on an older Node, because there is none on the PATH.");

  const failed = await promisify(execFile)(node, [main]).catch((error: { code: number; stderr: string }) => error);

  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Parley needs Node 24 or newer; this is \d+\.\d+\.\d+\. .*\n$/) });
});

test("the first start prints a call and variables that work when pasted, and a second start resumes with the same credentials and data", async () => {
  const first = starts.start();
  const firstOutput = await ready(first);
  const answer = await paste(firstOutput);
  expect(await listed(firstOutput, starts.folder)).toContainEqual(expect.objectContaining({ organizationId: "acme" }));
  first.child.kill("SIGINT");
  expect(await first.exited).toBe(0);

  const second = starts.start();
  const secondOutput = await ready(second);

  expect(answer.result?.data).toMatchObject([{ organizationId: "acme", organizationName: "Acme Inc." }]);
  const credentialsOf = (output: string) => output.match(/(pk|sk|ws|admin)_\S+/g);
  expect(credentialsOf(secondOutput)).toEqual(credentialsOf(firstOutput));
  expect((await paste(secondOutput)).result?.data).toEqual(answer.result?.data);
  // The port differs from the previous one, and the command line finds it.
  expect(await loggedIn(join(starts.folder, "data"), starts.folder)).toMatchObject({ baseUrl: /Base URL\s+(\S+)/.exec(secondOutput)?.[1] });
});

test("in production no start prints a secret or fills a demo, and the printed call creates the first workspace", async () => {
  const first = starts.start({ NODE_ENV: "production", PARLEY_CONSOLE_LINKS: "true" });
  const firstOutput = await ready(first);
  const made = await paste(firstOutput);
  first.child.kill("SIGINT");
  await first.exited;

  const second = starts.start({ NODE_ENV: "production", PARLEY_DEMO: "true" });
  const secondOutput = await ready(second);

  const secrets = Object.values(JSON.parse(await readFile(join(starts.folder, "data/secrets.json"), "utf8")) as Record<string, string>);
  const {
    database: _,
    baseUrl: __,
    ...demo
  } = JSON.parse(await readFile(join(starts.folder, "data/demo.json"), "utf8")) as Record<string, string>;
  expect(made.result?.data).toMatchObject({ name: "Acme", authToken: expect.any(String) });
  for (const output of [firstOutput, secondOutput]) {
    expect([...secrets, ...Object.values(demo)].filter((secret) => output.includes(secret))).toEqual([]);
    expect(output).not.toMatch(/#code=|\b(pk|sk|ws|admin)_|^ +Example /m);
  }
  expect(firstOutput).not.toContain("demo.json");
  expect(secondOutput).toContain(join(starts.folder, "data/demo.json"));
});

test("without a demo nothing is filled, and a first workspace can be created", async () => {
  const output = await ready(starts.start({ PARLEY_DEMO: "false" }));

  expect(output).not.toMatch(/\b(pk|sk|ws)_|demo|^ +Example /im);
  expect((await paste(output)).result?.data).toMatchObject({ name: "Acme" });
  expect(existsSync(join(starts.folder, "data/demo.json"))).toBe(false);
});

test("the time until readiness counts from the beginning of the process, including what ran before the program", async () => {
  await starts.filled();
  const late = `setTimeout(() => import(${JSON.stringify(main)}), 3_000)`;

  const output = await ready(starts.start({}, [], ["-e", late]));

  expect(Number(/Parley is ready after (\S+) s/.exec(output)?.[1])).toBeGreaterThan(3);
});

test("at a terminal the log consists of readable lines", async () => {
  await starts.filled();

  const started = starts.start({ PARLEY_LOG_PRETTY: "true", PARLEY_LOG_LEVEL: "info" });

  await until(() => started.output().includes("curl -s"), 120_000);
  const output = started.output();

  expect(output).toMatch(/^\S*\[\d\d:\d\d:\d\d\.\d{3}\].*INFO/m);
  expect(output).not.toMatch(/^\{"level"/m);
});

test("modules loaded with the first request that needs them are part of the build", async () => {
  await starts.filled();
  const output = await ready(starts.start());
  const url = /Base URL\s+(\S+)/.exec(output)?.[1] ?? "";
  const [apiKey = "", authToken = ""] = ["API key", "Auth token"].map((name) => new RegExp(`^ *${name} +(\\S+)`, "m").exec(output)?.[1]);

  expect(await (await fetch(`${url}/openapi.yaml`)).text()).toMatch(/^openapi: 3\.1\.0/);
  const agent = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-svc-api-key": apiKey,
      "x-svc-auth-token": authToken,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(await agent.text()).toContain("search_operations");
  const example = /Example\s+(\S+)/.exec(output)?.[1] ?? "";
  expect(await (await fetch(example)).text()).toContain("<title>One document, two people</title>");
  const token = await fetch(`${example}/token`, { method: "POST", body: JSON.stringify({ as: "alice" }) });
  expect(await token.json()).toMatchObject({ token: expect.stringMatching(/^ey/) });
});

test("--reset deletes all data", async () => {
  await starts.filled();
  const { apiKey } = JSON.parse(await readFile(join(starts.folder, "data/demo.json"), "utf8"));

  const output = await ready(starts.start({}, ["--reset"]));

  expect(apiKey).toMatch(/^pk_/);
  expect(output).toContain("pk_");
  expect(output).not.toContain(apiKey);
});

test("a second instance on the same folder exits with one clear sentence and does not affect the first", async () => {
  await starts.filled();
  const first = starts.start();
  const output = await ready(first);

  const second = starts.start();

  expect(await second.exited).toBe(1);
  expect(second.output().trim().split("\n")).toHaveLength(1);
  expect(second.output()).toMatch(/another Parley process/i);
  expect((await paste(output)).result?.data).toHaveLength(1);
});

test("a busy port ends the start with one clear sentence that names the port", async () => {
  await starts.filled();
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };

  const started = starts.start({ PARLEY_GATEWAY_PORT: String(port) });

  expect(await started.exited).toBe(1);
  await new Promise((closed) => other.close(closed));
  // Missing configuration is warned of first.
  const sentences = started
    .output()
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("{"));
  expect(sentences).toEqual([expect.stringContaining(`port ${port} is in use`)]);
});

test("a data folder of another version is not touched and is named in one clear sentence", async () => {
  await starts.filled();
  const versionFile = join(starts.folder, "data/postgres/PG_VERSION");
  const version = await readFile(versionFile, "utf8");
  await writeFile(versionFile, "12\n");

  const started = starts.start();

  expect(await started.exited).toBe(1);
  expect(started.output().trim().split("\n")).toHaveLength(1);
  expect(started.output()).toContain("12");
  await writeFile(versionFile, version);
});

test("an invalid configuration ends the start with all problems at once", async () => {
  const started = starts.start({ PARLEY_GATEWAY_PORT: "many", PARLEY_MAX_BODY_BYTES: "0", PARLEY_LOG_LEVEL: "loud" });

  expect(await started.exited).toBe(1);
  for (const name of ["PARLEY_GATEWAY_PORT", "PARLEY_MAX_BODY_BYTES", "PARLEY_LOG_LEVEL"]) expect(started.output()).toContain(name);
});
