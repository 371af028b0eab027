import { bytesOf, fromBase64, joined } from "./bytes.ts";

/** The headers of a delivery (Standard Webhooks); a missing one is empty. */
export interface SignedHeaders {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: string;
  /** One or more signatures with a space between; two while the secret is being changed. */
  readonly signature: string;
}

const mac = { name: "HMAC", hash: "SHA-256" } as const;

/**
 * The reason why a delivery must not be trusted; undefined when one of the secrets (`whsec_…`) signed exactly these bytes within the
 * tolerance.
 */
export async function signatureProblem(
  { id, timestamp, signature }: SignedHeaders,
  body: Uint8Array,
  secrets: readonly (string | undefined | null)[],
  { toleranceSeconds, nowMs }: { readonly toleranceSeconds: number; readonly nowMs: number },
): Promise<string | undefined> {
  if (id === "" || timestamp === "" || signature === "") return "webhook-id, webhook-timestamp or webhook-signature is missing";
  if (!/^\d{1,12}$/.test(timestamp)) return "webhook-timestamp is not a number of seconds";
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds) {
    return `webhook-timestamp is more than ${toleranceSeconds} seconds away from now`;
  }
  const signed = joined(bytesOf(`${id}.${timestamp}.`), body);
  // With an empty secret, as from a variable that is not set, anybody could sign.
  const known = secrets.map((secret) => bytesOrNone((secret ?? "").trim().replace(/^whsec_/, "")));
  if (known.includes(undefined)) return "a secret is not base64 after whsec_; copy it whole, as Get webhook secret returns it";
  const keys = known.filter((key) => key !== undefined && key.length > 0) as Uint8Array<ArrayBuffer>[];
  if (keys.length === 0) return "there is no secret to verify it with; is the variable that holds it (whsec_…) set?";
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, mac, false, ["verify"]);
    for (const part of signature.split(" ")) {
      const given = part.startsWith("v1,") ? bytesOrNone(part.slice("v1,".length)) : undefined;
      // WebCrypto compares in constant time.
      if (given !== undefined && (await crypto.subtle.verify(mac, key, given, signed))) return undefined;
    }
  }
  return "no signature matches a known secret; is the body exactly the received bytes, not parsed and serialised again?";
}

function bytesOrNone(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    // Text that is not base64 is neither signature nor secret.
    return undefined;
  }
}
