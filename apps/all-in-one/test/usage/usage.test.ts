import { once } from "node:events";
import { openConnection, querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startAskAi } from "../ask-ai/asking-workspace.ts";
import { ChangesReader } from "../support/changes-reader.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { say } from "../support/openai-server.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Receiver } from "../support/receiver.ts";

const reporting = { PARLEY_USAGE_REPORT_MS: "100" };
const patience = { timeout: 30_000 };
const today = () => new Date().toISOString().slice(0, 10);

let parley: Parley;
let mails: MailServer;
let receiver: Receiver;

beforeAll(async () => {
  mails = await MailServer.start();
  receiver = await Receiver.start();
  parley = await startParley("all-in-one", {
    ...reporting,
    PARLEY_SMTP_URL: mails.url(),
    PARLEY_PUBLIC_URL: "https://parley.example.com",
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
    PARLEY_EGRESS_PORTS: "1-65535",
    PARLEY_REQUEST_TIMEOUT_MS: "1500",
    PARLEY_EMAIL_QUIET_MS: "0",
  });
});

afterAll(async () => {
  await parley?.stop();
  await mails?.stop();
  await receiver?.stop();
});

/** A workspace with a document, and today's usage of its key as soon as it has the expected value. */
async function place() {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  const users = ["ada", "bob", "cyd"].map((userId) => ({ userId, name: userId, email: `${userId}@example.com` }));
  await customer.data("/v2/users/add", { organizationId: "o", createOrganization: true, users });
  await customer.data("/v2/organizations/documents/add", { organizationId: "o", documents: [{ documentId: "d" }] });
  return workspace;
}

const usageOf = async ({ owner, apiKey }: Workspace) =>
  (await owner.data("/v2/workspace/usage/get", { from: today(), to: today(), apiKey }))[0];

const commentBy = (userId: string, more: object = {}) => ({ from: { userId }, commentText: "Hello", ...more });
const threadOf = (...comments: object[]) => ({
  organizationId: "o",
  documentId: "d",
  commentAnnotations: [{ annotationId: "a", commentData: comments }],
});

test("every request, comment and user is counted, and nothing twice", { timeout: 120_000 }, async () => {
  const workspace = await place();
  const { customer } = workspace;
  const sent = { requests: 2, refused: 0, comments: 0 };
  const post = async (path: string, data: object) => {
    const { status } = await customer.post(path, data);
    sent.requests++;
    if (status >= 400) sent.refused++;
  };

  await post("/v2/commentannotations/add", threadOf(commentBy("ada"), commentBy("bob")));
  sent.comments += 2;
  for (let batch = 0; batch < 40; batch++) {
    const request = { organizationId: "o", documentId: "d", annotationId: "a" };
    const comment = { ...commentBy(batch % 2 === 0 ? "ada" : "bob"), commentId: `c${batch}` };
    // The second call adds nothing, because the comment exists.
    for (let time = 0; time < 2; time++) await post("/v2/commentannotations/comments/add", { ...request, commentData: [comment] });
    sent.comments++;
    await Promise.all([post("/v2/users/get", { organizationId: "o" }), post("/v2/users/get", { organisation: "o" })]);
  }
  await post("/v2/commentannotations/comments/reactions/add", { organizationId: "o" });
  await post("/v2/recordings/add", { organizationId: "o", documentId: "d", recordings: [{ user: { userId: "cyd" }, type: "audio" }] });
  // Requests with wrong credentials are counted for nobody.
  await customer.as({ "x-svc-api-key": workspace.apiKey, "x-svc-auth-token": "sk_wrong" }).post("/v2/users/get", {});

  await expect.poll(async () => (await usageOf(workspace)).requests, patience).toBe(sent.requests);
  await expect.poll(async () => (await usageOf(workspace)).comments, patience).toBe(sent.comments);
  await expect.poll(async () => (await usageOf(workspace)).users, patience).toBe(3);
  const none = { failed: 0, mails: 0, deliveries: 0, streamsSeconds: 0, inputTokens: 0, outputTokens: 0 };
  expect(await usageOf(workspace)).toEqual({ day: today(), apiKey: workspace.apiKey, ...sent, users: 3, ...none });
});

test("invalid days and ranges that end before they begin are refused", async () => {
  const { owner } = await createWorkspace(parley.url, parley.adminToken);
  const fieldOf = async (request: object) => (await owner.post("/v2/workspace/usage/get", request)).body.error?.details?.[0]?.field;

  expect(await fieldOf({ from: "2026-02-30", to: "2026-03-01" })).toBe("from");
  expect(await fieldOf({ from: "2026-03-02", to: "2026-03-01" })).toBe("from");
  expect(await fieldOf({ from: "2026-03-01" })).toBe("to");
  expect(await fieldOf({ from: "2026-03-01", to: "2026-03-01" })).toBeUndefined();
});

test("a request that is not answered in time counts as failed", async () => {
  const workspace = await place();
  const lock = await openConnection(parley.databaseUrl);
  await lock.query("begin; lock table directory.organizations");

  const { status } = await workspace.customer.post("/v2/organizations/get", {});
  await lock.query("rollback");

  expect(status).toBeGreaterThanOrEqual(500);
  await expect.poll(async () => (await usageOf(workspace)).failed, patience).toBe(1);
});

test("a stream of changes counts while it is open, by the second", async () => {
  const workspace = await place();
  const begun = performance.now();
  const reader = await ChangesReader.open(workspace.customer, {});
  onTestFinished(() => reader[Symbol.dispose]());

  await expect.poll(async () => (await usageOf(workspace))?.streamsSeconds, patience).toBeGreaterThanOrEqual(2);

  expect((await usageOf(workspace)).streamsSeconds).toBeLessThanOrEqual((performance.now() - begun) / 1_000 + 0.5);
});

test("mails and deliveries that were accepted are counted", { timeout: 60_000 }, async () => {
  const workspace = await place();
  const { customer, apiKey } = workspace;
  await customer.data("/v2/workspace/emailconfig/update", { useEmailService: true });
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl: receiver.url("/usage") },
  });
  const tagged = { taggedUserContacts: [{ userId: "bob", contact: { userId: "bob", email: "bob@example.com" } }] };
  await customer.data("/v2/commentannotations/add", threadOf(commentBy("ada", tagged)));

  await until(async () => receiver.of("/usage", "a").length > 0, 30_000);
  await expect.poll(async () => (await usageOf(workspace)).deliveries, patience).toBe(receiver.of("/usage", "a").length);
  const [{ sent }] = (await querySql<{ sent: number }>(
    parley.databaseUrl,
    "select count(*)::int as sent from notifications.emails where api_key_id = $1",
    [apiKey],
  )) as [{ sent: number }];
  expect(sent).toBeGreaterThan(0);
  await expect.poll(async () => (await usageOf(workspace)).mails, patience).toBe(sent);
});

test("the tokens of AI models equal those of the workspace's AI usage", async () => {
  await using asking = await askAi();
  asking.openAi.answer = say("Good ", "day.");
  const { customer } = asking.workspace;

  await customer.post("/v2/rewriter/ask-ai", { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" });

  const [{ inputTokens, outputTokens }] = await customer.data("/v2/rewriter/usage/get", {});
  expect(inputTokens).toBeGreaterThan(0);
  await expect.poll(() => usageOf(asking.workspace), patience).toMatchObject({ inputTokens, outputTokens });
});

async function askAi() {
  const asking = await startAskAi("all-in-one", reporting);
  return { ...asking, [Symbol.asyncDispose]: () => asking.stop() };
}

test("a killed gateway loses the counts since its last report, and no more", { timeout: 120_000 }, async () => {
  await using separate = await startParley("separate", { PARLEY_USAGE_REPORT_MS: "300" });
  const { customer, apiKey } = await createWorkspace(separate.url, separate.adminToken);
  const counted = async () => {
    const rows = await querySql<{ requests: number }>(
      separate.databaseUrl,
      "select requests::int as requests from workspace.usage_days where api_key_id = $1",
      [apiKey],
    );
    return rows[0]?.requests ?? 0;
  };
  for (let sent = 0; sent < 20; sent++) await customer.data("/v2/organizations/get", {});
  await until(async () => (await counted()) === 20, 30_000);

  for (let sent = 0; sent < 5; sent++) await customer.data("/v2/organizations/get", {});
  const gateway = separate.processOf("gateway");
  gateway.kill("SIGKILL");
  await once(gateway, "exit");

  expect(await counted()).toBeGreaterThanOrEqual(20);
  expect(await counted()).toBeLessThanOrEqual(25);
});
