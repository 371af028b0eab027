import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { everythingStored, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { createWorkspace } from "../support/customer.ts";
import { everythingPublished } from "../support/everything-published.ts";
import { ownTopics } from "../support/own-topics.ts";
import { startParley } from "../support/parley.ts";

const place = { organizationId: "acme", documentId: "welcome" };
const alice = { userId: "alice", email: "alice@acme.example" };
const bob = { userId: "bob", email: "bob@acme.example" };
const endpointToken = "MARKED-endpoint-token-0123456789";
const mailPassword = "MARKED-mail-password-0123456789";
const { brokers, prefix, environment: kafka } = await ownTopics();

test("after using every operation that accepts a secret, no secret is in a log, a trace, the database or Kafka", async () => {
  const found = new Map<string, string[]>(["logs", "traces", "database", "Kafka"].map((where) => [where, []]));
  const collector = await listen((body) => found.get("traces")?.push(body));
  const mails = await MailServer.start({ users: { acme: mailPassword } });
  // An endpoint that rejects every request and repeats the request in its response, as endpoints under debugging do.
  const echo = await listen(() => undefined, 500);
  const parley = await startParley("separate", {
    ...kafka,
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(collector),
    OTEL_BSP_SCHEDULE_DELAY: "100",
    PARLEY_LOG_LEVEL: "trace",
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_EMAIL_QUIET_MS: "0",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
  });
  for (const { name } of modules) {
    const { stdout, stderr } = parley.processOf(name);
    for (const output of [stdout, stderr]) output?.on("data", (chunk: Buffer) => found.get("logs")?.push(chunk.toString()));
  }

  const { owner, customer, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  const { token: revoked } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
  const { token: ofWorkspace } = await owner.data("/v2/workspace/tokens/create", { name: "second" });
  // Responses that contain secrets are stored for their idempotency keys.
  await owner.post("/v2/workspace/authtokens/create", { apiKey, name: "kept" }, { "idempotency-key": "kept" });
  const kept = await owner.post("/v2/workspace/authtokens/create", { apiKey, name: "kept" }, { "idempotency-key": "kept" });
  const { secret } = await customer.data("/v2/workspace/webhooksecret/rotate", {});
  const rawNotificationUrl = urlOf(echo);
  const emailKey = mails.url(`acme:${mailPassword}`);
  await customer.data("/v2/workspace/webhookconfig/update", {
    useWebhookService: true,
    webhookServiceConfig: { rawNotificationUrl, authToken: endpointToken },
  });
  await customer.data("/v2/workspace/emailconfig/update", {
    useEmailService: true,
    emailServiceConfig: { type: "smtp", apiKey: emailKey, fromEmail: "parley@acme.example", fromCompany: "Acme" },
  });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: [{ documentId: "welcome" }],
  });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [alice, bob] });
  const comment = { from: alice, commentText: "Look, @Bob", taggedUserContacts: [{ userId: "bob", text: "@Bob", contact: bob }] };
  if (brokers !== undefined)
    await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ commentData: [comment] }] });
  const tested = await customer.data("/v2/webhooks/test", { trigger: "comment.add" });
  await customer.data("/v2/workspace/emailconfig/test", { to: "you@acme.example" });
  await customer.as({ ...customer.credentials, "x-svc-auth-token": `${authToken}x` }).post("/v2/organizations/get", {});
  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, token: revoked });
  if (brokers !== undefined) {
    await until(() => mails.received.length >= 2);
    await until(async () => (await everythingStored(parley.databaseUrl)).includes("[withheld]"));
    await until(async () => (await everythingPublished(brokers, prefix)).includes("workspace.credentials-changed.v1"));
    found.get("Kafka")?.push(await everythingPublished(brokers, prefix));
  }
  found.get("database")?.push(await everythingStored(parley.databaseUrl));
  await parley.stop();
  await Promise.all([close(collector), close(echo), mails.stop()]);

  expect(JSON.stringify(tested)).toContain("[withheld]");
  const secrets = {
    authToken,
    revoked,
    ofWorkspace,
    kept: kept.body.result.data.token,
    secret,
    endpointToken,
    mailPassword,
    workspaceToken: owner.credentials["x-svc-auth-token"] ?? "",
    adminToken: parley.adminToken,
    serviceToken: parley.serviceToken,
    masterKey: Buffer.alloc(32, 7).toString("base64"),
  };
  const seen = [
    "POST /v2/workspace/create",
    "workspace.api_key_tokens",
    '"msg":"request"',
    ...(brokers === undefined ? [] : ["credentials-changed"]),
  ];
  for (const word of seen) expect([...found.values()].flat().join("\n")).toContain(word);
  const occurrences = [...found].flatMap(([where, pieces]) =>
    occurrencesOf(secrets, pieces.join("\n")).map((what) => `${what} in ${where}`),
  );
  expect(occurrences).toEqual([]);
});

/** The names of secrets that occur in the text, completely or partly, plain or encoded. */
function occurrencesOf(secrets: Readonly<Record<string, string>>, text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    expect(secret.length, name).toBeGreaterThan(20);
    const [base64, hex] = (["base64", "hex"] as const).map((encoding) => Buffer.from(secret).toString(encoding));
    const forms = [secret, secret.slice(3, 23), secret.slice(-16), base64?.slice(0, 24) ?? "", hex ?? ""];
    return forms.some((form) => text.includes(form)) ? [name] : [];
  });
}

/** Calls `hear` with each request, and responds with a failure that repeats the request's headers unless `status` is 200. */
async function listen(hear: (body: string) => void, status = 200): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    hear(Buffer.concat(chunks).toString("latin1"));
    response.writeHead(status).end(status === 200 ? "" : `You sent ${JSON.stringify(request.headers)}.`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
