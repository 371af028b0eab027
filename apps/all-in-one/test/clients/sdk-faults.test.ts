import { constants, createCipheriv, createHmac, generateKeyPairSync, publicEncrypt, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attempt, HostileServer, type ScriptedAnswer } from "./hostile-server.ts";
import { type Call, Language, languages } from "./language.ts";

interface Case {
  readonly name: string;
  readonly answers: readonly ScriptedAnswer[];
  readonly call: Omit<Call, "client">;
  readonly attempts: number;
  /** The server counts no attempt that timed out before it had read the request, so that it may count fewer. */
  readonly mayNotArrive?: true;
  readonly pausedAtLeastMs?: number;
  /** `same` means the same key in every attempt, `absent` means no key, and any other value is the exact key. */
  readonly idempotencyKey?: string;
  /** Of the last attempt. */
  readonly body?: unknown;
  readonly outcome: Readonly<Record<string, unknown>>;
  /** Whether the outcome has no other fields. */
  readonly isWhole?: true;
}

const cases = JSON.parse(readFileSync(join(import.meta.dirname, "faults.json"), "utf8")) as Case[];
const credentials = { apiKey: "pk_test_1", authToken: "sk_1", headerPrefix: "x-acme-" };

describe.each(Object.entries(languages))("the client in %s", (name, start) => {
  let server: HostileServer;
  let language: Language;
  const started = start();
  const skipped = typeof started === "string";
  if (skipped) console.warn(`SKIPPED: the contract of the client in ${name}, because ${started}.`);

  beforeAll(async () => {
    server = await HostileServer.start();
    if (started instanceof Language) language = started;
  });
  afterAll(async () => {
    await language?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  test.skipIf(skipped).concurrent.each(cases)("$name", { timeout: 60_000 }, async ({ answers, call, ...expected }) => {
    const { baseUrl, attempts } = server.script(answers);

    const outcome = await language.call({ ...call, client: { baseUrl, ...credentials } });

    expect(outcome, JSON.stringify(outcome)).toMatchObject(expected.outcome);
    if (expected.isWhole) expect(outcome).toEqual(expected.outcome);
    if (expected.mayNotArrive) expect(attempts.length).toBeLessThanOrEqual(expected.attempts);
    else expect(attempts).toHaveLength(expected.attempts);
    for (const { headers } of attempts) expect(headers).toMatchObject({ "x-acme-api-key": "pk_test_1", "x-acme-auth-token": "sk_1" });
    if (expected.body !== undefined) expect(attempts.at(-1)?.body).toEqual(expected.body);
    expectKeys(attempts, expected.idempotencyKey);
    const [first, second] = attempts;
    if (expected.pausedAtLeastMs !== undefined && first !== undefined && second !== undefined) {
      expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(expected.pausedAtLeastMs - 5);
    }
  });

  test.skipIf(skipped)("webhooks are accepted plain, encoded and encrypted, and refused when forged", async () => {
    const event = { webhookId: "evt_1_raw", event: "comment.add", actionType: "added", commentAnnotation: null, timestamp: 1 };
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const secrets = [newSecret(), newSecret()];
    const plain = JSON.stringify(event);
    const bodies = [plain, JSON.stringify({ encodedPayload: Buffer.from(plain).toString("base64") }), encrypted(plain, publicKey)];
    const unwrap = (body: string, headers: object, format: "pkcs1" | "pkcs8" = "pkcs8") => {
      const data = { body, headers, secrets, privateKey: privateKey.export({ type: format, format: "pem" }) };
      return language.call({ client: {}, operation: "webhooks.unwrap", data });
    };

    for (const body of bodies) expect(await unwrap(body, signed(body, secrets[1] ?? ""))).toEqual({ value: event });
    expect(await unwrap(bodies[2] ?? "", signed(bodies[2] ?? "", secrets[0] ?? ""), "pkcs1")).toEqual({ value: event });
    expect(await unwrap(`${plain} `, signed(plain, secrets[0] ?? ""))).toMatchObject({ error: { kind: "WebhookVerification" } });
    expect(await unwrap(plain, signed(plain, newSecret()))).toMatchObject({ error: { kind: "WebhookVerification" } });
    expect(await unwrap(plain, {})).toMatchObject({ error: { kind: "WebhookVerification" } });
  });

  test.skipIf(skipped)("each kind of event is told apart from the others", async () => {
    const secret = newSecret();
    const kindOf = (event: object) => {
      const body = JSON.stringify({ webhookId: "evt_1", timestamp: 1, ...event });
      return language.call({ client: {}, operation: "webhooks.kind", data: { body, headers: signed(body, secret), secrets: [secret] } });
    };
    const removal = { jobId: "job_1", kind: "user", requestedAt: 1, completedAt: 2, collections: [] };

    expect(await kindOf({ event: "removal.complete", removal })).toEqual({ value: "removal" });
    expect(await kindOf({ event: "endpoint.gone", endpoint: { endpointId: "crm" } })).toEqual({ value: "endpoint" });
    expect(await kindOf({ event: "comment.update", changed: ["commentText"] })).toEqual({ value: "thin" });
    expect(await kindOf({ event: "comment.add", commentAnnotation: null })).toEqual({ value: "raw" });
    expect(await kindOf({ event: "comment.add", toContactsTagged: [] })).toEqual({ value: "processed" });
  });

  test.skipIf(skipped)("a delivery is accepted for five minutes before and after its time, and cannot be made newer", async () => {
    const secret = newSecret();
    const body = '{"event":"comment.add"}';
    const sentAtMs = 1_800_000_000_000;
    const headers = signed(body, secret, sentAtMs);
    const unwrap = (nowMs: number, given: object = headers) =>
      language.call({ client: {}, operation: "webhooks.unwrap", data: { body, headers: given, secrets: [secret], nowMs } });
    const believed = { value: { event: "comment.add" } };
    const refused = { error: { kind: "WebhookVerification", message: expect.any(String) } };

    expect(await unwrap(sentAtMs + 299_000)).toEqual(believed);
    expect(await unwrap(sentAtMs + 301_000)).toEqual(refused);
    expect(await unwrap(sentAtMs - 299_000)).toEqual(believed);
    expect(await unwrap(sentAtMs - 301_000)).toEqual(refused);
    expect(await unwrap(sentAtMs + 600_000, { ...headers, "webhook-timestamp": "1800000600" })).toEqual(refused);
    expect(await unwrap(sentAtMs, { ...headers, "webhook-id": "evt_2_raw" })).toEqual(refused);
  });

  test.skipIf(skipped)("an empty secret, such as an unset variable, accepts no webhook", async () => {
    const body = '{"event":"comment.add"}';
    const unwrap = (secrets: readonly (string | null)[], signedWith = "") =>
      language.call({ client: {}, operation: "webhooks.unwrap", data: { body, headers: signed(body, signedWith), secrets } });
    const refused = (message: string) => ({ error: { kind: "WebhookVerification", message: expect.stringContaining(message) } });

    for (const secrets of [[""], ["whsec_"], [null], []]) {
      expect(await unwrap(secrets), JSON.stringify(secrets)).toEqual(refused("is the variable that holds it (whsec_…) set?"));
    }
    expect(await unwrap([newSecret(), ""])).toEqual(refused("is the body exactly the received bytes"));
    expect(await unwrap(["whsec_cut-o%"])).toEqual(refused("a secret is not base64 after whsec_; copy it whole"));
    const ofFile = newSecret();
    expect(await unwrap([` ${ofFile}\n`], ofFile)).toEqual({ value: { event: "comment.add" } });
  });

  test.skipIf(skipped)("an unusable base URL is rejected at once, with an example of a valid one", async () => {
    const call = (baseUrl: string) => language.call({ client: { baseUrl, ...credentials }, operation: "users.list", data: {} });
    const told = (message: string) => ({ error: { kind: "other", message: expect.stringContaining(message) } });

    expect(await call("localhost:1")).toEqual(told('does not begin with http:// or https://; write "http://localhost:1"'));
    expect(await call("parley.example.com/x")).toEqual(told('write "https://parley.example.com/x"'));
    expect(await call("")).toEqual(told("is missing: it is the URL of the gateway"));
    expect(await call("https://")).toEqual(told("which is not a URL"));
  });
});

function expectKeys(attempts: readonly Attempt[], expected: string | undefined): void {
  const keys = new Set(attempts.map(({ headers }) => headers["idempotency-key"]));
  if (expected === undefined) return;
  expect(keys.size).toBe(1);
  if (expected === "absent") expect([...keys]).toEqual([undefined]);
  else if (expected === "same") expect([...keys][0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  else expect([...keys]).toEqual([expected]);
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function signed(body: string, secret: string, atMs = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`evt_1_raw.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": "evt_1_raw", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

function encrypted(text: string, publicKey: ReturnType<typeof generateKeyPairSync>["publicKey"]): string {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encryptedData = Buffer.concat([cipher.update(text), cipher.final()]).toString("base64");
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return JSON.stringify({ encryptedData, encryptedKey: publicEncrypt(padding, key).toString("base64"), iv: iv.toString("base64") });
}
