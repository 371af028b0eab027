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
