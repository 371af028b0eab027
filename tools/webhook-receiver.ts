import { constants, createDecipheriv, createHmac, type KeyObject, privateDecrypt, timingSafeEqual } from "node:crypto";

// The checks of every receiver of Parley's webhooks before it accepts a delivery. Copy this file: it needs only Node.

/** The three headers of a delivery (Standard Webhooks); a missing one is empty. */
interface DeliveryHeaders {
  /** `webhook-id`: the same in every attempt of one delivery. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since the epoch, of this attempt. */
  readonly timestamp: string;
  /** `webhook-signature`: one or more signatures, with a space between; two while the secret is being changed. */
  readonly signature: string;
}

const toleranceSeconds = 5 * 60;

/**
 * Returns why a delivery must not be accepted, or undefined when one of the secrets (`whsec_…`) has signed exactly these bytes within the
 * last five minutes. `body` has the bytes as received: re-serialized JSON has another signature.
 */
export function signatureProblem(
  { id, timestamp, signature }: DeliveryHeaders,
  body: Buffer,
  secrets: readonly string[],
  nowMs = Date.now(),
): string | undefined {
  if (id === "" || timestamp === "" || signature === "") return "webhook-id, webhook-timestamp or webhook-signature is missing";
  if (!/^\d{1,12}$/.test(timestamp)) return "webhook-timestamp is not a number of seconds";
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds) return "webhook-timestamp is more than five minutes away from now";

  const expected = secrets.map((secret) => signatureOf(secret, id, timestamp, body));
  const given = signature.split(" ").filter((part) => part.startsWith("v1,"));
  const matches = given.some((part) => expected.some((mine) => isSame(Buffer.from(part.slice("v1,".length), "base64"), mine)));
  return matches ? undefined : "no signature matches a known secret";
}

function signatureOf(secret: string, id: string, timestamp: string, body: Buffer): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
}

/** Compares secrets in constant time. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Returns the event of a verified body, sent plainly, with `encodeData` or with `encryptData`. Throws when it is none of them or is
 * encrypted for another key.
 */
export function openBody(body: Buffer, privateKey?: KeyObject): unknown {
  return JSON.parse(openedText(body, privateKey));
}

/** The event's JSON text, which is the same in every attempt of a delivery; encrypted bodies differ. */
export function openedText(body: Buffer, privateKey?: KeyObject): string {
  const sent: Readonly<Record<string, unknown>> = JSON.parse(body.toString("utf8"));
  const { encodedPayload, encryptedData, encryptedKey, iv } = sent;
  if (typeof encodedPayload === "string") return Buffer.from(encodedPayload, "base64").toString("utf8");
  if (typeof encryptedData !== "string" || typeof encryptedKey !== "string" || typeof iv !== "string") return body.toString("utf8");

  if (privateKey === undefined) throw new Error("The body is encrypted and there is no private key to open it.");
  // Each attempt has its own key and iv; the key is encrypted with the public key of the webhook configuration.
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const key = privateDecrypt({ key: privateKey, ...padding }, Buffer.from(encryptedKey, "base64"));
  const decipher = createDecipheriv("aes-256-cbc", key, Buffer.from(iv, "base64"));
  return Buffer.concat([decipher.update(Buffer.from(encryptedData, "base64")), decipher.final()]).toString("utf8");
}
