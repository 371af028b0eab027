import { createPublicKey, type KeyObject } from "node:crypto";

const leastBits = 2048;
const mostBits = 16_384;
const labels = ["PUBLIC KEY", "RSA PUBLIC KEY"];
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Parses an RSA public key as customers paste it: SPKI or PKCS#1, base64 with or without PEM lines, at least 2048
 * bits. Undefined for anything else, and for a key that would protect nothing.
 */
export function parseRsaPublicKey(text: string): KeyObject | undefined {
  const body = withoutPemLines(text.trim()).replace(/\s/g, "");
  if (body === "" || !base64.test(body)) return undefined;
  const der = Buffer.from(body, "base64");
  const key = readDer(der, "spki") ?? readDer(der, "pkcs1");
  return key !== undefined && isUsable(key) ? key : undefined;
}

// Compares the ends instead of matching a pattern: the text between the lines is not searched, however long it is.
function withoutPemLines(text: string): string {
  const label = labels.find((name) => text.startsWith(`-----BEGIN ${name}-----`) && text.endsWith(`-----END ${name}-----`));
  return label === undefined ? text : text.slice(`-----BEGIN ${label}-----`.length, -`-----END ${label}-----`.length);
}

function readDer(der: Buffer, type: "spki" | "pkcs1"): KeyObject | undefined {
  try {
    const spki = createPublicKey({ key: der, format: "der", type }).export({ format: "der", type: "spki" });
    // A key that was read as PKCS#1 cannot be exported as PKCS#1 (OpenSSL 3) until it is read again.
    const key = createPublicKey({ key: spki, format: "der", type: "spki" });
    // OpenSSL also accepts a private key, as its public one, so the pasted text must itself be the public form.
    return key.export({ format: "der", type }).equals(der) ? key : undefined;
  } catch {
    return undefined;
  }
}

function isUsable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  // An exponent of 1 encrypts nothing.
  return asymmetricKeyType === "rsa" && modulusLength >= leastBits && modulusLength <= mostBits && publicExponent >= 3n;
}
