import { bytesOf, fromBase64, joined } from "./bytes.ts";

/** The headers of a delivery (Standard Webhooks); what is missing is empty. */
export interface SignedHeaders {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: string;
  /** One or more signatures with a space between; two while the secret is being changed. */
  readonly signature: string;
}

const mac = { name: "HMAC", hash: "SHA-256" } as const;

/** Why a delivery must not be believed, or undefined when one of the secrets (`whsec_…`) signed exactly these bytes lately. */
export async function signatureProblem(
  { id, timestamp, signature }: SignedHeaders,
  body: Uint8Array,
  secrets: readonly (string | undefined | null)[],
  { toleranceSeconds, nowMs }: { readonly toleranceSeconds: number; readonly nowMs: number },
): Promise<string | undefined> {
  if (id === "" || timestamp === "" || signature === "") return "webhook-id, webhook-timestamp or webhook-signature is missing";
  if (!/^\d{1,12}$/.test(timestamp)) return "webhook-timestamp is no number of seconds";
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds) {
    return `webhook-timestamp is more than ${toleranceSeconds} seconds away from now`;
  }
  const signed = joined(bytesOf(`${id}.${timestamp}.`), body);
  // Under an empty one, as a variable that is not set, everybody can sign.
  const known = secrets.map((secret) => bytesOrNone((secret ?? "").replace(/^whsec_/, "")));
  if (known.includes(undefined)) return "a secret is not base64 after whsec_; copy it whole, as Get webhook secret answers it";
  const keys = known.filter((key) => key !== undefined && key.length > 0) as Uint8Array<ArrayBuffer>[];
  if (keys.length === 0) return "there is no secret to verify it with; is the variable that holds it (whsec_…) set?";
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, mac, false, ["verify"]);
    for (const part of signature.split(" ")) {
      const given = part.startsWith("v1,") ? bytesOrNone(part.slice("v1,".length)) : undefined;
      // WebCrypto compares in the same time wherever the first difference is.
      if (given !== undefined && (await crypto.subtle.verify(mac, key, given, signed))) return undefined;
    }
  }
  return "no signature is of a secret that is known here; is the body what came, byte for byte, and not what a parser made of it?";
}

function bytesOrNone(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    // What is no base64 is neither signature nor secret.
    return undefined;
  }
}
