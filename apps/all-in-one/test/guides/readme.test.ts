import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { type Parley, startParley } from "../support/parley.ts";

const repository = resolve(import.meta.dirname, "../../../..");

interface Step {
  readonly command: string;
  /** The answer that the README shows; undefined if it shows none. */
  readonly answer: string | undefined;
}

test("the tour of the README runs as written, with the answers that it shows", { timeout: 120_000 }, async () => {
  await using parley = await startParley("all-in-one");
  const prepared = await prepareTour(parley);
  const [, ...steps] = await stepsOfTour();

  expect(steps.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(2);
  for (const { command, answer } of steps) {
    const printed = await shell(`${prepared}\n${command}`);
    // As text, because a reader compares the fields in their order.
    if (answer !== undefined) expect(JSON.stringify(JSON.parse(printed)), command).toBe(JSON.stringify(JSON.parse(answer)));
    else expect(JSON.parse(printed), command).toSatisfy((body: object) => "result" in body || "error" in body);
  }
  expect(await shell(`${prepared}\n${steps.at(-1)?.command}`)).toContain("groups");
});

test("the two commands of the customers' guide for mails enable mails to the demo's people", { timeout: 120_000 }, async () => {
  const port = await freePort();
  await using parley = await startParley("all-in-one", { PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}`, PARLEY_EMAIL_QUIET_MS: "0" });
  const prepared = await prepareTour(parley);
  const [listen = "", switchOn = ""] = blocksOf(await section("## E-mails", "## Deletion", "libs/customers.md")).map(({ body }) =>
    body.trim(),
  );
  const printed: string[] = [];
  const listener = spawn("sh", ["-c", `exec ${listen} -- --port ${port} --http-port 0`], { cwd: repository, detached: true });
  listener.stdout.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  const group = listener.pid;
  onTestFinished(() => {
    // npm and the program that it started.
    if (group !== undefined) process.kill(-group, "SIGTERM");
  });
  await until(() => printed.join("").includes(`smtp://127.0.0.1:${port} `), 30_000);

  const answer = await shell(`${prepared}\n${switchOn}`);
  expect(JSON.parse(answer)).toMatchObject({ result: { status: "success" } });
  // A change of the configuration takes effect within 2 s.
  await until(async () => {
    expect(JSON.parse(await shell(`${prepared}\n${taggingComment}`))).toMatchObject({ result: { status: "success" } });
    return /-> carol@acme\.example.*\n.* mentioned/.test(printed.join(""));
  }, 20_000);
});

const taggingComment = `call /v2/commentannotations/comments/add '{"organizationId":"acme","documentId":"welcome","annotationId":"typo",
  "commentData":[{"from":{"userId":"bob","name":"Bob Brown"},"commentText":"See, @Carol.",
  "taggedUserContacts":[{"userId":"carol","text":"@Carol","contact":{"userId":"carol"}}]}]}'`;

/** The demo, and the setup of the tour for it. */
async function prepareTour(parley: Parley): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { apiKey, authToken } = await seedDemo(folder, parley.url, {
    PARLEY_ADMIN_TOKEN: parley.adminToken,
    PARLEY_DATABASE_URL: parley.databaseUrl,
  });
  const [setUp] = await stepsOfTour();
  return (setUp?.command ?? "").replace("pk_test_…", apiKey).replace("sk_…", authToken).replace("http://localhost:8080", parley.url);
}

async function stepsOfTour(): Promise<Step[]> {
  const blocks = blocksOf(await section("## A tour", "## I am a"));
  return blocks.flatMap(({ kind, body }, index) => {
    const next = blocks[index + 1];
    return kind === "sh" ? [{ command: body, answer: next?.kind === "json" ? next.body : undefined }] : [];
  });
}

async function section(from: string, to: string, page = "README.md"): Promise<string> {
  const text = await readFile(join(repository, page), "utf8");
  return text.slice(text.indexOf(from), text.indexOf(to));
}

function blocksOf(text: string): { kind: string | undefined; body: string }[] {
  return [...text.matchAll(/```(sh|json|js)(?: \w+)?\n([\s\S]*?)```/g)].map(([, kind, body = ""]) => ({ kind, body }));
}

async function shell(script: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", script])).stdout;
}
