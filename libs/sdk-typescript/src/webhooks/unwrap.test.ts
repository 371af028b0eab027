import { constants, createCipheriv, createHmac, generateKeyPairSync, publicEncrypt, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { unwrapWebhook, WebhookVerificationError } from "./unwrap.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;
const event = { webhookId: "evt_1_raw", event: "comment.add", actionType: "added", commentAnnotation: null, text: "grüße" };
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function headersOf(body: string, signedWith = secret, seconds = Math.floor(Date.now() / 1_000)) {
  const key = Buffer.from(signedWith.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`evt_1_raw.${seconds}.${body}`).digest("base64");
  return { "Webhook-Id": "evt_1_raw", "webhook-timestamp": String(seconds), "webhook-signature": `v1,AAAA v1,${signature}` };
}

function encrypted(): string {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encryptedData = Buffer.concat([cipher.update(JSON.stringify(event)), cipher.final()]).toString("base64");
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return JSON.stringify({ encryptedData, encryptedKey: publicEncrypt(padding, key).toString("base64"), iv: iv.toString("base64") });
}

test("a delivery is opened whether it was sent plain, encoded or encrypted, with either form of a private key", async () => {
  const plain = JSON.stringify(event);
  const encoded = JSON.stringify({ encodedPayload: Buffer.from(plain).toString("base64") });
  const sealed = encrypted();
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();

  expect(await unwrapWebhook(plain, headersOf(plain), secret)).toEqual(event);
  expect(await unwrapWebhook(Buffer.from(encoded), new Headers(headersOf(encoded)), secret)).toEqual(event);
  expect(await unwrapWebhook(sealed, headersOf(sealed), secret, { privateKey: pkcs8 })).toEqual(event);
  expect(await unwrapWebhook(sealed, headersOf(sealed), secret, { privateKey: pkcs1 })).toEqual(event);
  await expect(unwrapWebhook(sealed, headersOf(sealed), secret)).rejects.toThrow("no privateKey was given");
});

test("while a secret is being changed, both are accepted", async () => {
  const body = JSON.stringify(event);
  const other = `whsec_${randomBytes(32).toString("base64")}`;

  expect(await unwrapWebhook(body, headersOf(body, other), [secret, other])).toEqual(event);
});

test("a delivery that is forged, altered, old or unsigned is refused", async () => {
  const body = JSON.stringify(event);
  const headers = headersOf(body);
  const refused = (sent: string, given: Record<string, string>) =>
    expect(unwrapWebhook(sent, given, secret)).rejects.toThrow(WebhookVerificationError);

  await refused(body.replace("added", "deleted"), headers);
  await refused(body, headersOf(body, `whsec_${randomBytes(32).toString("base64")}`));
  await refused(body, {});
  await refused(body, { ...headers, "webhook-signature": "v1,no base64!" });
  await refused(body, { ...headers, "webhook-timestamp": "1e9" });
});

test("a delivery is accepted within five minutes of its time, or within the tolerance that the receiver sets", async () => {
  const body = JSON.stringify(event);
  const sentAtMs = 1_800_000_000_000;
  const headers = headersOf(body, secret, sentAtMs / 1_000);
  const unwrap = (nowMs: number, toleranceSeconds?: number) => unwrapWebhook(body, headers, secret, { nowMs, toleranceSeconds });

  expect(await unwrap(sentAtMs + 299_000)).toEqual(event);
  expect(await unwrap(sentAtMs - 299_000)).toEqual(event);
  expect(await unwrap(sentAtMs + 599_000, 600)).toEqual(event);
  await expect(unwrap(sentAtMs + 301_000)).rejects.toThrow("more than 300 seconds away");
  await expect(unwrap(sentAtMs - 301_000)).rejects.toThrow("more than 300 seconds away");
  await expect(unwrap(sentAtMs + 61_000, 60)).rejects.toThrow("more than 60 seconds away");
});

test("an empty secret, as from a variable that is not set, accepts nothing", async () => {
  const body = JSON.stringify(event);
  const headers = headersOf(body, "whsec_");

  await expect(unwrapWebhook(body, headers, "")).rejects.toThrow("there is no secret to verify it with");
  await expect(unwrapWebhook(body, headers, ["whsec_"])).rejects.toThrow("there is no secret to verify it with");
  await expect(unwrapWebhook(body, headers, undefined)).rejects.toThrow("is the variable that holds it (whsec_…) set?");
  await expect(unwrapWebhook(body, headers, [secret, ""])).rejects.toThrow("no signature matches a known secret");
  expect(await unwrapWebhook(body, headersOf(body), ["", secret])).toEqual(event);
});

test("a mistake of the receiver is reported with its remedy: a truncated secret, a parsed body", async () => {
  const body = JSON.stringify(event);
  const headers = headersOf(body);
  const parsed = JSON.parse(body) as string;

  await expect(unwrapWebhook(body, headers, "whsec_%%%")).rejects.toThrow(
    /^The delivery is refused: a secret is not base64 after whsec_; copy it whole/,
  );
  await expect(unwrapWebhook(parsed, headers, secret)).rejects.toThrow(
    /the raw body was signed: pass the raw body, such as that of express\.raw/,
  );
  await expect(unwrapWebhook(JSON.stringify(parsed, null, 2), headers, secret)).rejects.toThrow(
    "is the body exactly the received bytes, not parsed and serialised again?",
  );
  const { buffer } = new TextEncoder().encode(body);
  expect(await unwrapWebhook(buffer, headers, secret)).toEqual(event);
});

test("a body that no parser has read is named as such", async () => {
  await expect(unwrapWebhook(undefined as unknown as string, {}, secret)).rejects.toThrow("there is no body");
});
