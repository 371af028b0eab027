import { execFile } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { unwrapWebhook } from "@parley/sdk";
import { operations } from "@parley/sdk/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { findProgram } from "../support/find-program.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";
import { LocalServer } from "./local-server.ts";

let parley: Parley;
let workspace: Workspace;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_EGRESS_ALLOW: "127.0.0.0/8", PARLEY_WEBHOOK_ALLOW_HTTP: "true" });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer, apiKey, authToken } = workspace;
  const users = ["ada", "bob", "山田"].map((userId) => ({ userId, name: `Name of ${userId}`, email: `${userId.length}@acme.example` }));
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", users });
  const editors = [{ userId: "ada", accessRole: "editor" }];
  await customer.data("/v2/users/add", { organizationId: "acme", documentId: "plan", users: editors });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "bob", accessRole: "viewer" }] });
  shell = await Shell.open();
  const { code, err } = await shell.run("login", "--base-url", parley.url, "--api-key", apiKey, "--auth-token", authToken);
  expect(err).toContain(`Logged in to ${parley.url} as ${apiKey}`);
  expect(code).toBe(0);
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("a login is stored readable only by its owner, and refused when Parley refuses it", async () => {
  const { mode } = await stat(join(shell.folder, "config/profiles.json"));
  const [wrong, asked, unknown] = await Promise.all([
    shell.run("login", "--base-url", parley.url, "--api-key", workspace.apiKey, "--auth-token", "sk_wrong", "-p", "wrong"),
    shell.run("login", "--base-url", parley.url),
    shell.run("call", "users.list", "-p", "wrong"),
  ]);

  expect((mode & 0o777).toString(8)).toBe("600");
  expect(wrong).toMatchObject({ code: 3, out: "", err: expect.stringContaining("The credentials are missing or invalid.") });
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining("there is no terminal to ask for them") });
  expect(unknown).toMatchObject({ code: 3, err: "error: There is no profile wrong; known are default.\n" });
});

test("every operation can be called by its name, and every refusal is a sentence with its own exit code", async () => {
  await using away = await Shell.open({ PARLEY_BASE_URL: "http://127.0.0.1:9", PARLEY_API_KEY: "pk_x", PARLEY_AUTH_TOKEN: "sk_x" });
  const [read, broken, half, missing, typo, unfinished] = await Promise.all([
    shell.runWith('{"organizationId":"acme","pageSize":1}', "call", "users.list", "-", "--all"),
    shell.run("--json", "call", "users.list", '{"groups":["designers"]}'),
    shell.run("call", "organizations.update", '{"organizations":[{"organizationId":"acme"},{"organizationId":"nowhere"}]}'),
    shell.run("call", "folders.list", '{"organizationId":"nowhere"}'),
    shell.run("call", "users.lsit"),
    shell.run("users", "list"),
  ]);
  const [down, checked] = await Promise.all([away.run("organizations", "list"), away.run("doctor")]);

  expect(
    read.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).userId),
  ).toEqual(["ada", "bob", "山田"]);
  expect(broken.code).toBe(4);
  expect(JSON.parse(broken.err).error).toMatchObject({ status: "INVALID_ARGUMENT", requestId: expect.any(String), exitCode: 4 });
  expect(half).toMatchObject({ code: 6, out: expect.stringContaining("nowhere") });
  expect(missing).toMatchObject({ code: 4, out: "" });
  expect(typo).toMatchObject({ code: 2, err: expect.stringMatching(/users has users\.add.* Did you mean users\.list\?/) });
  expect(unfinished).toMatchObject({ code: 2, err: expect.stringContaining("--organization") });
  expect(down.code).toBe(5);
  expect(checked).toMatchObject({ code: 6, out: expect.stringContaining("cannot be reached") });
}, 60_000);

test("a disabled key ends a command like wrong credentials, and the message says what to do", async () => {
  const { owner, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  await owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: true });

  const { code, err } = await shell.run("organizations", "list", "--api-key", apiKey, "--auth-token", authToken);

  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("disabled") });
});

test("operations are listed, described and completed", async () => {
  const names = await shell.json("operations");
  const described = await shell.run("operations", "users.list");
  const completion = await shell.run("completion", "bash");

  expect(names.map(({ name }: { name: string }) => name)).toEqual(operations.map(({ name }) => name));
  expect(described.out).toContain("organizationId *");
  for (const { name } of operations) expect(completion.out).toContain(name);
});

test.each([
  { typed: ["call", "organizations.l"], completed: "organizations.list" },
  { typed: ["webhooks", "tr"], completed: "trigger" },
  { typed: ["expo"], completed: "export" },
])("bash completes $typed to $completed", async ({ typed, completed }) => {
  const { out: script } = await shell.run("completion", "bash");
  // The function that bash calls for the command named in the guides.
  const [, press = ""] = /^complete -o default -F (\S+) parley$/m.exec(script) ?? [];
  const pressed = `${script}\nCOMP_WORDS=(parley ${typed.join(" ")}); COMP_CWORD=${typed.length}; ${press}; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", pressed]);

  expect(stdout.trim()).toBe(completed);
});

test("a login asks at a terminal for missing values, and shows no secret", async () => {
  if (findProgram("script") === undefined) return console.warn("SKIPPED: the questions of a login, because there is no script (bsdutils).");
  const terminal = shell.inTerminal("login", "-p", "asked", "--base-url", parley.url);
  await terminal.type("API key", `${workspace.apiKey}\r`);
  await terminal.type("Auth token", `${workspace.authToken}\r`);
  const code = await terminal.end();

  expect(code, terminal.shown).toBe(0);
  expect(terminal.shown).toContain("profile asked is in");
  expect(terminal.shown).not.toContain(workspace.authToken);
  expect(await shell.run("organizations", "list", "-p", "asked")).toMatchObject({ code: 0, out: expect.stringContaining("Acme") });
});

test("lists are tables at a terminal and JSON for programs, without colours in a pipe", async () => {
  const listed = await shell.run("users", "list", "--organization", "acme", "--limit", "2");
  const all = await shell.json("users", "list", "-o", "acme", "--limit", "all");

  expect(listed.out.split("\n")).toEqual([
    "ID   NAME         EMAIL           ROLE",
    "ada  Name of ada  3@acme.example",
    "bob  Name of bob  3@acme.example  viewer",
    "",
  ]);
  expect((await shell.run("users", "list", "-o", "acme", "-d", "plan")).out).toContain("ada  Name of ada  3@acme.example  editor");
  expect(listed.err).toContain("There are more");
  expect(all.map(({ userId }: { userId: string }) => userId)).toEqual(["ada", "bob", "山田"]);
  expect((await shell.run("organizations", "list")).out).toContain("Acme");
  expect(await shell.run("threads", "list", "-o", "acme")).toMatchObject({ code: 0, out: "", err: "Nothing found.\n" });
  expect(await shell.run("threads", "search", "a word", "-o", "acme")).toMatchObject({
    code: 4,
    err: expect.stringContaining("searchEnabled"),
  });
});

test("events are forwarded to a server that Parley cannot reach, signed like real ones, and a log is followed", async () => {
  await using receiver = await LocalServer.start();
  const refused = await shell.run("webhooks", "listen");
  const listening = shell.start("webhooks", "listen", "--setup", "--forward-to", receiver.url, "--json");
  const tailing = shell.start("tail", "activities", "-o", "acme", "--json");
  const lines = createInterface({ input: listening.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const logged = createInterface({ input: tailing.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  await Promise.all([said(listening, "Listening"), said(tailing, "Following")]);

  const thread = { annotationId: "t1", commentData: [{ commentId: "c1", from: { userId: "ada" }, commentText: "Is it done?" }] };
  await workspace.customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "plan", commentAnnotations: [thread] });
  const shown = JSON.parse((await lines.next()).value ?? "");
  const activity = JSON.parse((await logged.next()).value ?? "");
  listening.kill("SIGINT");
  tailing.kill("SIGINT");
  const [[code]] = await Promise.all([once(listening, "close"), once(tailing, "close")]);

  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("--setup") });
  expect(shown).toMatchObject({ trigger: "comment_annotation.add", forwarded: { status: 200 } });
  const { secret } = await workspace.customer.data("/v2/workspace/webhooksecret/get", {});
  const [request] = receiver.requests;
  const event = await unwrapWebhook(request?.body ?? "", request?.headers as Record<string, string>, secret);
  expect(event).toMatchObject({ event: "comment_annotation.add", commentAnnotation: { annotationId: "t1" } });
  expect(activity).toMatchObject({ featureType: "comment", actionUser: { userId: "ada" } });
  expect(code).toBe(0);
}, 60_000);

test("a test event is sent and its response shown, and deliveries are followed", async () => {
  await using receiver = await LocalServer.start();
  const webhookServiceConfig = { rawNotificationUrl: receiver.url, triggers: { "comment_annotation.add": true } };
  await workspace.customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  const tailing = shell.start("tail", "deliveries", "--json");
  const lines = createInterface({ input: tailing.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  await said(tailing, "Following");

  const unknown = await shell.run("webhooks", "trigger", "comment.ad");
  const sent = await shell.run("webhooks", "trigger", "comment.add");
  const thread = { annotationId: "t2", commentData: [{ commentId: "c1", from: { userId: "ada" }, commentText: "Is it?" }] };
  await workspace.customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "plan", commentAnnotations: [thread] });
  const delivery = JSON.parse((await lines.next()).value ?? "");
  tailing.kill("SIGINT");
  await once(tailing, "close");

  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("There is no event comment.ad; the events are") });
  expect(sent, sent.err).toMatchObject({ code: 0, out: expect.stringContaining("raw: the endpoint responded 200") });
  expect(delivery).toMatchObject({ trigger: "comment_annotation.add", target: "raw" });
}, 60_000);

test("a user is erased only after confirmation, and the command waits until nothing is left", async () => {
  const unasked = await shell.run("erase", "user", "bob");
  const erased = await shell.json("erase", "user", "bob", "--wait", "--yes");
  const left = await shell.json("users", "list", "-o", "acme");

  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  expect(erased).toMatchObject({ isDeleteCompleted: true, jobId: expect.any(String) });
  expect(left.map(({ userId }: { userId: string }) => userId)).not.toContain("bob");
}, 60_000);

test("the doctor reports what works and what does not", async () => {
  const found = await shell.json("doctor");

  expect(found).not.toHaveProperty("profile");
  expect(found).toMatchObject({
    reach: { verdict: "good" },
    version: { verdict: "good" },
    credentials: { verdict: "good" },
    clock: { verdict: "good" },
  });
});

/** Waits until a command has written a word to its error output. The output is read to its end in any case. */
async function said(child: ReturnType<Shell["start"]>, word: string): Promise<void> {
  let text = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk;
      if (text.includes(word)) resolve();
    });
    child.once("close", () => reject(new Error(`The command ended: ${text}`)));
    child.once("close", (code) => code !== 0 && console.error(text));
  });
}
