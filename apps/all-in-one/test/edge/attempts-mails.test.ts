import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
/** An installation that may not connect to servers on this machine, which is the default. */
let strict: Parley;
let server: MailServer;
let workspace: Workspace;
/** The token of the link to unsubscribe in a mail to `bob`. */
let token: string;

const place = { organizationId: "acme", documentId: "welcome" };

beforeAll(async () => {
  server = await MailServer.start();
  parley = await startParley("all-in-one", {
    PARLEY_EGRESS_ALLOW: new URL(server.url()).hostname,
    PARLEY_EGRESS_SMTP_PORTS: new URL(server.url()).port,
    PARLEY_EMAIL_QUIET_MS: "0",
    PARLEY_PUBLIC_URL: "https://parley.acme.example/",
  });
  strict = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  const documents = ["welcome", "plan", "notes"].map((documentId) => ({ documentId }));
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", createOrganization: true, documents });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "bob", email: "bob@acme.example" }] });
  await sendBy(server.url());
  const commentData = [
    {
      from: { userId: "alice" },
      commentText: "Look, @you",
      taggedUserContacts: [{ userId: "bob", text: "@you", contact: { userId: "bob" } }],
    },
  ];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData }] });
  const { headers } = await until(() => server.to("bob@acme.example")[0]);
  token = /unsubscribe\?token=([\w-]+)>/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
});

afterAll(async () => {
  await strict?.stop();
  await parley?.stop();
  await server?.stop();
});

const configOf = (apiKey: string) => ({ type: "smtp", apiKey, fromEmail: "shop@acme.example" });
const sendBy = (url: string) =>
  workspace.customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig: configOf(url) });

/** The statuses of the two requests that can set a mail server: the change of a configuration, and the creation of an API key. */
async function statusesOfBoth(url: string): Promise<number[]> {
  const emailServiceConfig = configOf(url);
  const { customer, owner } = await createWorkspace(strict.url, strict.adminToken);
  const answers = [
    await customer.post("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig }),
    await owner.post("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", useEmailService: true, emailServiceConfig }),
  ];
  return answers.map(({ status }) => status);
}

test.each([
  "smtp://①②⑦.0.0.1",
  "smtp://127.0.0.1.",
  "smtp://127。0。0。1",
  "smtp://%31%32%37.0.0.1",
  "smtp://017700000001",
  "smtp://[0:0:0:0:0:ffff:7f00:1]",
  "smtp://[64:ff9b::7f00:1]",
  "smtp://[::127.0.0.1]",
  "smtp://[fe80::1]",
  "smtp://0",
  "smtp://LOCALHOST.",
  "smtp://user:word@169.254.169.254",
  "smtp://mail.acme.example@127.0.0.1:587",
  "smtps://100.64.0.1",
  "smtp://mail.acme.example:6379",
  "smtp://mail.acme.example:0",
])("the mail server %s is accepted by no operation", async (apiKey) => {
  expect(await statusesOfBoth(apiKey)).toEqual([400, 400]);
});

test("a mail server with a public address is accepted by both operations", async () => {
  expect(await statusesOfBoth("smtp://user:word@93.184.216.34:587")).toEqual([200, 200]);
});

const statusOf = async (path: string, init: RequestInit = {}) => (await fetch(parley.url + path, init)).status;
const optedOut = () => querySql(parley.databaseUrl, "select from notifications.configs where user_id = 'bob'");

test("a link to unsubscribe is invalid when altered in any byte, cut, or combined with another", async () => {
  const bytes = Buffer.from(token, "base64url");
  const changed = [0, 1, 12, 20, bytes.length - 17, bytes.length - 1].map((at) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  });
  const wrong = [...changed, bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, bytes])].map((each) =>
    each.toString("base64url"),
  );

  expect(await statusOf(`/unsubscribe?token=${token}`)).toBe(200);
  for (const each of wrong) expect(await statusOf(`/unsubscribe?token=${each}`, { method: "POST" })).toBe(404);
  expect(await statusOf(`/unsubscribe?token=x&token=${token}`, { method: "POST" })).toBe(404);
  expect(await statusOf("/unsubscribe", { method: "POST", body: new URLSearchParams({ token }) })).toBe(404);
  expect(await statusOf(`/unsubscribe/?token=${token}`, { method: "POST" })).toBe(404);
  expect(await optedOut()).toEqual([]);
});

test("a page token is not accepted as such a link, nor the reverse", async () => {
  const { customer } = workspace;
  const list = { organizationId: "acme", pageSize: 1 };
  const { nextPageToken } = (await customer.post("/v2/organizations/documents/get", list)).body.result;

  expect(nextPageToken).toMatch(/./);
  expect(await statusOf(`/unsubscribe?token=${nextPageToken}`, { method: "POST" })).toBe(404);
  expect((await customer.post("/v2/organizations/documents/get", { ...list, pageToken: token })).status).toBe(400);
  expect(await optedOut()).toEqual([]);
});

test("reading a link changes nothing", async () => {
  const statuses = await Promise.all(
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].map((method) => statusOf(`/unsubscribe?token=${token}`, { method })),
  );

  expect(statuses).toEqual([200, 200, 405, 405, 405]);
  expect(await optedOut()).toEqual([]);
});

test.each([
  "bob@acme.example, eve@evil.example",
  "bob@acme.example;eve@evil.example",
  "bob@acme.example\r\nbcc: eve@evil.example",
  "bob@acme.example> <eve@evil.example",
  "Bob <bob@acme.example>, <eve@evil.example>",
  "@relay.example:eve@evil.example",
  "group: bob@acme.example, eve@evil.example;",
])("a test mail to %j is sent to nobody else", async (to) => {
  const { status } = await workspace.customer.post("/v2/workspace/emailconfig/test", { to });

  expect(status).toBe(400);
  expect(server.to("eve@evil.example")).toEqual([]);
});

test("test mails beyond six per key at a time are refused, and a disabled key sends none", async () => {
  const { owner, apiKey, customer } = workspace;
  const send = async () => (await customer.post("/v2/workspace/emailconfig/test", { to: "carol@acme.example" })).status;

  const statuses = await Promise.all(Array.from({ length: 30 }, send));
  const received = server.to("carol@acme.example").length;
  await owner.data("/v2/workspace/apikey/disable", { apiKey, disabled: true });
  await until(async () => (await send()) === 403);

  expect(statuses.filter((status) => status === 200)).toHaveLength(received);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
