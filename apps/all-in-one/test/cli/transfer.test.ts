import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Ended, Shell } from "./command.ts";

let parley: Parley;
let source: Workspace;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  source = await createWorkspace(parley.url, parley.adminToken);
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url });
  await fill(source);
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("data exported from one API key and imported into another is complete, and exports identically again", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const exported = join(shell.folder, "one.ndjson");
  const again = join(shell.folder, "two.ndjson");

  const written = await as(source, "export", exported);
  const tried = await as(target, "import", exported, "--dry-run", "--json");
  const before = await target.customer.data("/v2/organizations/get", {});
  const imported = await as(target, "import", exported, "--settings");
  const repeated = await as(target, "import", exported, "--settings");
  await as(target, "export", again);

  expect(written).toMatchObject({ code: 0 });
  expect(JSON.parse(tried.out).records).toMatchObject({
    organization: 2,
    folder: 2,
    document: 3,
    thread: 12,
    comment: 264,
    recording: 1,
    member: 1,
  });
  expect(before).toEqual([]);
  expect(imported, imported.err).toMatchObject({ code: 0 });
  expect(repeated, repeated.err).toMatchObject({ code: 0 });
  expect(await contentOf(again)).toEqual(await contentOf(exported));
}, 120_000);

test("a killed export or import continues where it stopped, without loss or duplicates", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const whole = join(shell.folder, "whole.ndjson");
  const killed = join(shell.folder, "killed.ndjson");
  const again = join(shell.folder, "again.ndjson");
  await as(source, "export", whole);

  const exportKills = await killedUntilDone(source, "export", killed);
  const importKills = await killedUntilDone(target, "import", killed, "--settings");
  await as(target, "export", again);

  expect(exportKills + importKills).toBeGreaterThan(0);
  expect(await contentOf(killed)).toEqual(await contentOf(whole));
  expect(await contentOf(again)).toEqual(await contentOf(whole));
}, 180_000);

test("an export of more organizations than a page contains is complete, and its file is readable only by its owner", async () => {
  const many = await createWorkspace(parley.url, parley.adminToken);
  const organizations = Array.from({ length: 101 }, (_, index) => ({ organizationId: `o${String(index).padStart(3, "0")}` }));
  await many.customer.data("/v2/organizations/add", { organizations });
  await many.customer.data("/v2/organizations/documents/add", { organizationId: "o000", documents: [{ documentId: "in-the-first" }] });
  await many.customer.data("/v2/organizations/documents/add", { organizationId: "o100", documents: [{ documentId: "in-the-last" }] });
  const target = await createWorkspace(parley.url, parley.adminToken);
  const file = join(shell.folder, "many.ndjson");

  const modes = [await modeWhileRunning(many, `${file}.export`, "export", file)];
  const exported = await as(many, "export", file);
  modes.push((await stat(file)).mode & 0o777);
  modes.push(await modeWhileRunning(target, `${file}.import-${target.apiKey}`, "import", file));

  expect(exported, exported.err).toMatchObject({ code: 0 });
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const found = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "organization" || type === "document");
  expect(found).toHaveLength(103);
  expect(found.map(({ item }) => item.documentId).filter(Boolean)).toEqual(["in-the-first", "in-the-last"]);
  expect(modes.map((mode) => mode.toString(8))).toEqual(["600", "600", "600"]);
}, 120_000);

test("an incomplete export, or one that would notify people of old threads, is refused with a sentence", async () => {
  const target = await createWorkspace(parley.url, parley.adminToken);
  const [stranger, cut, good] = ["stranger", "cut", "good"].map((name) => join(shell.folder, name)) as [string, string, string];
  await writeFile(stranger, "{}\n");
  await as(source, "export", good);
  const lines = (await readFile(good, "utf8")).split("\n");
  await writeFile(cut, lines.slice(0, 5).join("\n"));
  await appendFile(cut, "\n");

  const noExport = await as(target, "import", stranger);
  const notWhole = await as(target, "import", cut);
  const existing = await as(source, "export", good);
  await target.customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true });
  const telling = await as(target, "import", good);
  await target.customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: false });
  await target.customer.data("/v2/workspace/emailconfig/update", { useEmailService: true });
  const mailing = await as(target, "import", good);

  expect(noExport).toMatchObject({ code: 2, err: expect.stringContaining("is not an export") });
  expect(notWhole).toMatchObject({ code: 1, err: expect.stringContaining("has no end") });
  expect(existing).toMatchObject({ code: 2, err: expect.stringContaining("exists already") });
  expect(telling).toMatchObject({ code: 2, err: expect.stringMatching(/The API key sends webhooks, .*--tell-people/) });
  expect(mailing).toMatchObject({ code: 2, err: expect.stringMatching(/The API key sends e-mails, .*--tell-people/) });
}, 60_000);

function as({ apiKey, authToken }: Workspace, ...words: readonly string[]): Promise<Ended> {
  return shell.run(...words, "--api-key", apiKey, "--auth-token", authToken);
}

/** The mode of a file that a command writes while it runs; the command is then killed. */
async function modeWhileRunning({ apiKey, authToken }: Workspace, file: string, ...words: readonly string[]): Promise<number> {
  const child = shell.start(...words, "--api-key", apiKey, "--auth-token", authToken);
  const ended = once(child, "close");
  const { mode } = await until(() => stat(file).catch(() => undefined));
  child.kill("SIGKILL");
  await ended;
  return mode & 0o777;
}

/** Runs a command that is killed a little later each time, until it ends by itself. Returns the number of kills. */
async function killedUntilDone({ apiKey, authToken }: Workspace, ...words: readonly string[]): Promise<number> {
  for (let kills = 0; ; kills++) {
    const child = shell.start(...words, "--api-key", apiKey, "--auth-token", authToken);
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once("close", resolve);
      const killer = setTimeout(() => child.kill("SIGKILL"), 300 * 1.5 ** kills);
      child.once("close", () => clearTimeout(killer));
    });
    if (code === null) continue;
    // A kill between the last write of an export and its end leaves a complete file, which the next run does not overwrite.
    const doneBeforeTheKill = kills > 0 && code === 2 && said.includes("exists already");
    if (!doneBeforeTheKill) expect(code, said).toBe(0);
    return kills;
  }
}

/** The contents of a file regardless of order: a digest for each line, so that a failure stays readable. */
async function contentOf(file: string): Promise<string[]> {
  const lines = (await readFile(file, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: "end", records: lines.length - 2 });
  const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
  return lines
    .slice(1, -1)
    .map((line) => `${line.type} ${JSON.stringify(line.item).slice(0, 60)} ${digest(JSON.stringify(line))}`)
    .sort();
}

async function fill({ customer }: Workspace): Promise<void> {
  const place = { organizationId: "acme", documentId: "plan" };
  const ada = { userId: "ada", name: "Ada King" };
  await customer.data("/v2/workspace/domains/add", { domains: ["acme.example"] });
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", plan: "team" }, { organizationId: "closed" }] });
  await customer.data("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [
      { folderId: "a", color: "red" },
      { folderId: "b", parentFolderId: "a" },
    ],
  });
  const documents = [{ documentId: "plan", folderId: "b", pages: 3 }, { documentId: "spec" }, { documentId: "old" }];
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await customer.data("/v2/organizations/documents/locations/add", { ...place, locations: [{ id: "page-1", locationName: "Page 1" }] });
  const users = [
    { ...ada, email: "ada@acme.example", team: "blue" },
    { userId: "bob", name: "Bob" },
  ];
  await customer.data("/v2/users/add", { organizationId: "acme", users });
  await customer.data("/v2/users/add", { ...place, users: [{ userId: "guest", name: "Guest" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", folderId: "a", users: [{ userId: "lodger", name: "Lodger" }] });
  const organizationUserGroups = [{ groupId: "designers", groupName: "Designers" }];
  await customer.data("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
  await customer.data("/v2/organizations/usergroups/users/add", {
    organizationId: "acme",
    organizationUserGroupId: "designers",
    userIds: ["ada"],
  });
  const comments = (thread: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const commentId = `c${thread}-${index}`;
      return { commentId, from: ada, commentText: `Comment ${index} 👍`, createdAt: 1_700_000_000_000 + index, metadata: { index } };
    });
  // The first is too long for one request.
  const commentAnnotations = Array.from({ length: 12 }, (_, thread) => {
    const labels =
      thread === 1
        ? { status: "RESOLVED", priority: "HIGH", assignedTo: ada, location: { id: "page-1" }, metadata: { selection: "x" } }
        : {};
    return {
      annotationId: `t${thread}`,
      ...labels,
      createdAt: 1_700_000_000_000 + thread,
      commentData: comments(thread, thread === 0 ? 253 : 1),
    };
  });
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations });
  const reaction = { ...place, annotationId: "t0", commentId: "c0-0", user: { userId: "bob", name: "Bob" }, reactions: ["👍", "done"] };
  await customer.data("/v2/commentannotations/comments/reactions/add", reaction);
  await customer.data("/v2/recordings/add", {
    ...place,
    recordings: [{ recordingId: "r1", user: ada, type: "audio", createdAt: 1_700_000_000_000 }],
  });
  const done = { id: "act-1", actionType: "import.done", actionUser: ada, timestamp: 1_700_000_000_000, entityData: { files: 3 } };
  const activities = [{ ...done, metadata: { source: "crm" } }];
  await customer.data("/v2/activities/add", { organizationId: "acme", activities });
  const notification = {
    ...place,
    notificationId: "n1",
    actionUser: ada,
    displayHeadlineMessageTemplate: "Hello",
    notifyUsers: [{ userId: "bob" }],
  };
  await customer.data("/v1/notifications/add", notification);
  await customer.data("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["old"],
    disabled: true,
  });
  await customer.data("/v1/organizations/access/disablestate/update", { organizationIds: ["closed"], disabled: true });
}
