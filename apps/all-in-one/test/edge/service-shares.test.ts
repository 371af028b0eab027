import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { withConstants } from "@parley/runtime";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { OpenAiServer, say } from "../support/openai-server.ts";
import { type Parley, startParley } from "../support/parley.ts";

// How far the slow calls of one key affect other keys when each service is a separate process reached by 16 connections.
const ask = { path: "/v2/rewriter/ask-ai", data: { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" } };
const failed = (error: unknown) => ({ status: error });
let openAi: OpenAiServer;
let parley: Parley;
let greedy: Workspace;
let other: Workspace;
/** Another key of the greedy workspace. */
let sister: Customer;

beforeAll(async () => {
  openAi = await OpenAiServer.start();
  parley = await startParley("separate", {
    PARLEY_OPENAI_BASE_URL: openAi.url,
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
    ...withConstants({ rpcConnectionsPerAddress: 16 }),
  });
  [greedy, other] = [await createWorkspace(parley.url, parley.adminToken), await createWorkspace(parley.url, parley.adminToken)];
  for (const { owner } of [greedy, other])
    await owner.data("/v2/workspace/aimodelsconfig/update", {
      aiModelsConfig: { openai: `MARKED-${owner.credentials["x-svc-workspace-id"]}` },
    });
  const { apiKey } = await greedy.owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com" });
  const { token } = await greedy.owner.data("/v2/workspace/authtokens/create", { apiKey });
  sister = new Customer(parley.url, { "x-svc-api-key": apiKey, "x-svc-auth-token": token });
});

afterAll(async () => {
  await parley?.stop();
  await openAi?.stop();
});

test.each([
  [ask.path, 4],
  [`${ask.path}/stream`, 16],
])("%s: 100 slow calls of a key do not delay other keys' calls of that service", async (path, most) => {
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  const slow = { count: 0 };
  openAi.answer = async (response, asked) => {
    if (asked.body.messages.some(({ content }: { content: string }) => content === "slowly")) {
      slow.count++;
      await held.promise;
    }
    await say("Good day.")(response, asked);
  };
  const calls = Array.from({ length: 100 }, () => greedy.customer.post(path, { ...ask.data, text: "slowly" }).catch(failed));
  await until(() => slow.count === most);

  const answers = await Promise.all([
    ...[sister, other.customer].map((customer) => customer.post(path, ask.data)),
    ...[sister, other.customer].map((customer) => customer.post("/v2/rewriter/usage/get", {})),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(slow.count).toBe(most);
  held.resolve();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test("180 test mails to an unresponsive server do not delay other keys' calls of that service", async () => {
  const silent = await silentServer();
  const emailServiceConfig = { type: "smtp", apiKey: silent.url, fromEmail: "parley@acme.example", fromCompany: "Acme" };
  await greedy.customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const gone = new AbortController();
  const send = () => greedy.customer.post("/v2/workspace/emailconfig/test", { to: "you@acme.example" }, {}, gone.signal);
  const mails = Array.from({ length: 180 }, () => send().catch(() => undefined));
  const statuses: unknown[] = [];
  // The gateway forwards more and more test mails, each of which waits ten seconds for the mail server. A list that waited for a mail would
  // be late.
  const list = (customer: Customer) => customer.post("/v2/webhooks/deliveries/get", {}, {}, AbortSignal.timeout(5_000)).catch(failed);
  await until(async () => {
    statuses.push(...(await Promise.all([sister, other.customer].map(list))).map(({ status }) => status));
    return statuses.length >= 200 || !statuses.every((status) => status === 200);
  });

  expect(silent.connections).toBeGreaterThan(0);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  gone.abort();
  await Promise.all(mails);
});

/** Accepts every connection and never responds. */
async function silentServer() {
  const silent = { url: "", connections: 0 };
  const server = createServer((socket) => {
    silent.connections++;
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  silent.url = `smtp://acme:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return silent;
}
