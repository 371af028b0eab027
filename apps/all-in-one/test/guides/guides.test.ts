import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, until } from "@parley/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DemoCredentials } from "../../src/demo/demo-credentials.ts";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { findProgram } from "../support/find-program.ts";
import { OpenAiServer, say } from "../support/openai-server.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Fence, fencesOf, repository } from "./fences.ts";
import { Program } from "./program.ts";
import { runtimes } from "./programs.ts";

let parley: Parley;
let openAi: OpenAiServer;
let folder: string;
let demo: DemoCredentials;
let environment: Record<string, string>;
let customers: Fence[];
let internal: Fence[];
let operators: Fence[];

beforeAll(async () => {
  openAi = await OpenAiServer.start();
  openAi.answer = say("Could you send me ", "the report, please?");
  parley = await startParley("all-in-one", {
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
    PARLEY_OPENAI_BASE_URL: openAi.url,
    PARLEY_CHANGES_STREAM_MS: "1000",
    PARLEY_USAGE_REPORT_MS: "100",
  });
  folder = await mkdtemp(join(tmpdir(), "parley-guides-"));
  demo = await seedDemo(folder, parley.url, { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl });
  environment = {
    PARLEY_BASE_URL: parley.url,
    PARLEY_API_KEY: demo.apiKey,
    PARLEY_AUTH_TOKEN: demo.authToken,
    PARLEY_WORKSPACE_ID: demo.workspaceId,
    PARLEY_WORKSPACE_TOKEN: demo.workspaceAuthToken,
    ADMIN_TOKEN: parley.adminToken,
    SERVICE_TOKEN: parley.serviceToken,
  };
  [customers = [], internal = [], operators = []] = await Promise.all(
    ["libs/customers.md", "libs/internal-callers.md", "deploy/operators.md"].map(fencesOf),
  );
});

afterAll(async () => {
  await parley?.stop();
  await openAi?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("every block of the guides is of a kind that a test runs or of a diagram, or says why none does", () => {
  const kinds = [...customers, ...internal, ...operators].map(({ language, tag }) =>
    `${language} ${tag.replace(/^no-test: .{10,}/, "no-test")}`.trim(),
  );

  expect([...new Set(kinds)].sort()).toEqual([
    "go",
    "go ai",
    "go grpc",
    "go webhook",
    "java",
    "js",
    "js ai",
    "js copy",
    "js inbox",
    "js webhook",
    "json",
    "mermaid",
    "py",
    "py ai",
    "py connect",
    "py webhook",
    "rust",
    "rust build",
    "sh",
    "sh grpcurl",
    "sh mails",
    "sh no-test",
    "sh python",
    "sh stream",
    "sh usage",
    "sql no-test",
    "toml",
    "xml",
    "yaml buf",
  ]);
});

test("the customers' calls with curl succeed when pasted", async () => {
  const [, setUp, ...calls] = customers.filter(({ language, tag }) => language === "sh" && tag === "");

  for (const { body } of calls) {
    const printed = await shell(`${setUp?.body}\n${body}`);
    for (const line of printed.trim().split("\n")) expect(JSON.parse(line), body).toHaveProperty("result");
  }
});

test("the command line prints what the API keys used", async () => {
  const usage = customers.find(({ tag }) => tag === "usage");

  // The gateway reports usage at intervals; the next report contains it.
  await until(async () => /^DAY +/.test(await shell(usage?.body ?? "")), 30_000);
});

test("the customers' stream of changes with curl tells where it is, and its end", async () => {
  const [, setUp] = customers.filter(({ language, tag }) => language === "sh" && tag === "");
  const stream = customers.find(({ tag }) => tag === "stream");

  const printed = await shell(`${setUp?.body}\n${stream?.body}`);

  expect(printed).toMatch(/^retry: 2000\n\nid: \S+\nevent: bookmark\n.*event: end\ndata: \{\}\n\n$/s);
});

describe.each(runtimes)("%s", (name, language, start) => {
  test("the customers' program adds a thread and lists users over pages", { timeout: 120_000 }, async () => {
    const program = await run(customers, "");
    if (program === undefined) return;

    expect(await program.end()).toBe("failed: 0\nalice\nbob\ncarol\ndan\n");
  });

  test("the customers' program calls a model and prints its answer", { timeout: 120_000 }, async () => {
    await call("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "sk-proj-0123456789a1b2" } }, "workspace");
    const program = await run(customers, "ai");
    if (program === undefined) return;

    expect(await program.end()).toBe("Could you send me the report, please?\n");
  });

  test("the customers' receiver verifies a webhook and prints it", { timeout: 120_000 }, async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    await call("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig: { rawNotificationUrl: url } });
    const { secret } = await call("/v2/workspace/webhooksecret/get", {});
    const program = await run(customers, "webhook", { WEBHOOK_SECRET: secret }, (text) => text.replaceAll("9000", String(port)));
    if (program === undefined) return;
    await until(() => program.printed().includes("listening"), 60_000);

    await call("/v2/webhooks/test", { trigger: "comment.add" });
    await until(() => program.printed().includes("comment.add"), 20_000);
  });

  test("the operators' program creates a workspace", { timeout: 120_000 }, async () => {
    const program = await run(operators, "");
    if (program === undefined) return;

    expect(await program.end()).toMatch(/^ws_\w+\n$/);
  });

  async function run(fences: readonly Fence[], tag: string, more: Record<string, string> = {}, change = (text: string) => text) {
    const fence = fences.find((each) => each.language === language && each.tag === tag);
    const own = await mkdtemp(join(folder, "program-"));
    const started = start(change(here(fence?.body ?? "")), own, { ...environment, HOME: process.env.HOME ?? "", ...more });
    if (typeof started !== "string") return new Program(started);
    console.warn(`SKIPPED: a program of the guides in ${name}, because ${started}.`);
    return undefined;
  }
});

test("the operators' requests are answered, and every program lists its commands", { timeout: 60_000 }, async () => {
  const commands = operators.filter(({ language, tag }) => language === "sh" && tag === "").map(({ body }) => body);
  const [programs = "", access = ""] = commands;

  expect(await shell(programs)).toMatch(/Usage: [\s\S]*create-topics[\s\S]*Parley \d/);
  expect(JSON.parse(await shell(access))).toHaveProperty("result.data.id");
});

test("the services answer internal callers with grpcurl, if it is installed", async () => {
  const block = internal.find(({ language, tag }) => language === "sh" && tag === "grpcurl");
  const grpcurl = findProgram("grpcurl");
  if (grpcurl === undefined) return console.warn("SKIPPED: the calls with grpcurl, because there is none on the PATH.");

  const printed = await shell(block?.body ?? "");
  expect(printed).toContain("parley.activity.v1.CollaborationService\n");
  expect(printed).toContain('"annotationId": "typo"');
});

test("the services answer internal callers in Python, if grpcio is installed", { timeout: 180_000 }, async () => {
  const python = internal.find(({ language }) => language === "py");
  const made = internal.find(({ language, tag }) => language === "sh" && tag === "python");
  const missing = await missingModule("grpc_tools.protoc");
  if (missing !== undefined) return console.warn(`SKIPPED: the internal caller in Python, because ${missing}.`);
  const own = await mkdtemp(join(folder, "internal-python-"));
  await symlink(join(repository, "proto"), join(own, "proto"));

  await promisify(execFile)("sh", ["-ec", made?.body ?? ""], { cwd: own });
  const { stdout } = await promisify(execFile)("python3", ["-c", here(python?.body ?? "")], {
    env: { ...process.env, ...environment },
    cwd: own,
  });
  expect(stdout).toBe("typo\n");
});

test("the services answer internal callers with curl and with a plain gRPC client", async () => {
  const [, curl] = internal.filter(({ language }) => language === "sh");
  const javascript = internal.find(({ language }) => language === "js");
  const answer = internal.find(({ language }) => language === "json");
  const go = internal.find(({ language }) => language === "go");

  expect(JSON.parse(await shell(curl?.body ?? ""))).toEqual(JSON.parse(answer?.body ?? ""));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", here(javascript?.body ?? "")], {
    env: { ...process.env, ...environment },
    cwd: repository,
  });
  expect(stdout).toContain("userId: 'carol'");
  const own = await mkdtemp(join(folder, "internal-"));
  const [, , start] = runtimes.find(([name]) => name === "Go") ?? [];
  const program = start?.(here(go?.body ?? ""), own, { ...environment, HOME: process.env.HOME ?? "" });
  if (program === undefined || typeof program === "string") console.warn(`SKIPPED: the internal caller in Go, because ${program}.`);
  else expect(await new Program(program).end()).toBe("typo\n");
});

/** Why a Python module is not available; undefined when it is. */
function missingModule(name: string): Promise<string | undefined> {
  return promisify(execFile)("python3", ["-c", `import ${name}`]).then(
    () => undefined,
    (error: Error) => `Python has no ${name}: ${error.message.trim().split("\n").at(-1)}`,
  );
}

function here(text: string): string {
  return text.replaceAll("http://localhost:8080", parley.url).replaceAll("localhost:8085", `127.0.0.1:${parley.rpcPorts.get("activity")}`);
}

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", here(script)], { env: { ...process.env, ...environment }, cwd: repository });
  return stdout;
}

async function call(path: string, data: object, level: "apiKey" | "workspace" = "apiKey") {
  const credentials = {
    apiKey: { "x-svc-api-key": demo.apiKey, "x-svc-auth-token": demo.authToken },
    workspace: { "x-svc-workspace-id": demo.workspaceId, "x-svc-auth-token": demo.workspaceAuthToken },
  };
  const response = await fetch(parley.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...credentials[level] },
    body: JSON.stringify({ data }),
  });
  const { result } = (await response.json()) as { result: { data: { secret: string } } };
  return result.data;
}
