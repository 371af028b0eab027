import { fromBase64, joined } from "./bytes.ts";

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const known = new Map<string, Promise<Key>>();
const kept = 8;

/**
 * An RSA private key in PEM, PKCS#8 or PKCS#1, imported for decryption. Keys are cached, because importing one takes longer than using it.
 */
export function privateKeyOf(pem: string): Promise<Key> {
  const ready = known.get(pem);
  if (ready !== undefined) return ready;
  if (known.size >= kept) known.clear();
  const key = imported(pem);
  known.set(pem, key);
  key.catch(() => known.delete(pem));
  return key;
}

async function imported(pem: string): Promise<Key> {
  const [, label, content] = /-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END/.exec(pem) ?? [];
  if (label === undefined || content === undefined) throw new Error("privateKey is not PEM (-----BEGIN PRIVATE KEY-----).");
  const der = fromBase64(content);
  const pkcs8 = label === "RSA PRIVATE KEY" ? wrapped(der) : der;
  return crypto.subtle.importKey("pkcs8", pkcs8, { name: "RSA-OAEP", hash: "SHA-256" }, false, ["decrypt"]);
}

// PKCS#8 is a PKCS#1 key in an octet string, after version 0 and the identifier of RSA.
function wrapped(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.of(0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00);
  return element(0x30, joined(head, element(0x04, pkcs1)));
}

function element(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return joined(Uint8Array.of(tag, ...size), content);
}

/** The JSON text of an event, sent plain, with `encodeData` or with `encryptData`. */
export async function openedText(body: Uint8Array, privateKey: string | undefined): Promise<string> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  const { encodedPayload, encryptedData, encryptedKey, iv } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof encodedPayload === "string") return new TextDecoder().decode(fromBase64(encodedPayload));
  if (typeof encryptedData !== "string" || typeof encryptedKey !== "string" || typeof iv !== "string") return text;

  if (privateKey === undefined) throw new Error("The body is encrypted, and no privateKey was given.");
  // Each attempt has a key and an iv of its own; the key is encrypted with the public key of the webhook configuration.
  const rawKey = await crypto.subtle.decrypt({ name: "RSA-OAEP" }, await privateKeyOf(privateKey), fromBase64(encryptedKey));
  const key = await crypto.subtle.importKey("raw", rawKey, "AES-CBC", false, ["decrypt"]);
  const opened = await crypto.subtle.decrypt({ name: "AES-CBC", iv: fromBase64(iv) }, key, fromBase64(encryptedData));
  return new TextDecoder().decode(opened);
}
