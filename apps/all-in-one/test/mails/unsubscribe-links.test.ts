import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start();
  parley = await startParley("all-in-one", {
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
    PARLEY_EMAIL_QUIET_MS: "0",
    ...withConstants({ erasureApiKeyWaitMs: 500 }),
    PARLEY_PUBLIC_URL: "https://parley.acme.example/",
  });
});

afterAll(async () => {
  await parley?.stop();
  await server?.stop();
});

const acme = { organizationId: "acme" };
const alice = { userId: "alice", name: "Alice Adams" };
const documents = { ...acme, createOrganization: true, documents: [{ documentId: "welcome" }] };

/** A customer with a user of this id who was sent a mail, and the path of the link in the mail. */
async function mailed(userId: string): Promise<{ workspace: Workspace; path: string }> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  await customer.data("/v2/organizations/documents/add", documents);
  await addUser(workspace, userId);
  const emailServiceConfig = { type: "smtp", apiKey: server.url(), fromEmail: "parley@acme.example" };
  await customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const taggedUserContacts = [{ userId, text: "@you", contact: { userId } }];
  await customer.data("/v2/commentannotations/add", {
    ...acme,
    documentId: "welcome",
    commentAnnotations: [{ commentData: [{ from: alice, commentText: "Look, @you", taggedUserContacts }] }],
  });
  const { headers } = await until(() => server.to(`${userId}@acme.example`)[0]);
  const path = /<https:\/\/parley\.acme\.example(\/unsubscribe\?token=[\w-]+)>/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  return { workspace, path };
}

function addUser({ customer }: Workspace, userId: string) {
  return customer.data("/v2/users/add", { ...acme, users: [{ userId, email: `${userId}@acme.example` }] });
}

/** The statuses of the page of a link and of its buttons. */
async function clicks(path: string): Promise<number[]> {
  const page = await fetch(parley.url + path);
  const posts: number[] = [];
  for (const scope of ["document", "organization"]) {
    const { status } = await fetch(parley.url + path, { method: "POST", body: new URLSearchParams({ scope }) });
    posts.push(status);
  }
  return [page.status, ...posts];
}

const rowsOf = (userId: string) => querySql(parley.databaseUrl, "select from notifications.configs where user_id = $1", [userId]);

test("a link of a deleted API key is invalid, and using it stores nothing about its user", async () => {
  const { workspace, path } = await mailed("of-a-deleted-key");
  const { jobId } = await workspace.owner.data("/v2/workspace/apikey/delete", { apiKey: workspace.apiKey });
  const isLeft = async () => {
    const sql = "select from workspace.erasure_jobs where job_id = $1 and tasks_left > 0";
    return (await querySql(parley.databaseUrl, sql, [jobId])).length > 0;
  };
  await until(async () => !(await isLeft()), 30_000);

  expect(await clicks(path)).toEqual([404, 404, 404]);
  expect(await rowsOf("of-a-deleted-key")).toEqual([]);
});

test("a link of an erased user is invalid, even if another user has the same id", async () => {
  const { workspace, path } = await mailed("erased");
  const { customer } = workspace;
  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["erased"] });
  const whileGone = await clicks(path);
  await until(async () => (await customer.data("/v2/users/data/delete/status", { jobId })).isDeleteCompleted, 30_000);
  await addUser(workspace, "erased");

  expect(whileGone).toEqual([404, 404, 404]);
  expect(await clicks(path)).toEqual([404, 404, 404]);
  expect(await rowsOf("erased")).toEqual([]);
});

test("a link of a deleted document is invalid, even if another document has the same id", async () => {
  const { workspace, path } = await mailed("reader");
  const { customer } = workspace;
  await customer.data("/v2/organizations/documents/delete", { ...acme, documentIds: ["welcome"] });
  const whileGone = await clicks(path);
  await until(async () => (await customer.data("/v2/workspace/removals/get", { openOnly: true })).length === 0, 30_000);
  await customer.data("/v2/organizations/documents/add", documents);

  expect(whileGone).toEqual([404, 404, 404]);
  expect(await clicks(path)).toEqual([404, 404, 404]);
  expect(await rowsOf("reader")).toEqual([]);
});

test("a link of existing objects works any number of times", async () => {
  const { path } = await mailed("there");

  expect(await clicks(path)).toEqual([200, 200, 200]);
  expect(await clicks(path)).toEqual([200, 200, 200]);
  expect(await rowsOf("there")).toHaveLength(2);
});
