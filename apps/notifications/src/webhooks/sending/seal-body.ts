import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from "node:crypto";

const keyBytes = 32;
const ivBytes = 16;

/** The bytes to send: the body as it is, encoded or, when there is a key, encrypted with a fresh key and iv (decisions, section 6). */
export function sealBody(body: string, publicKey: KeyObject | undefined, encodeData: boolean): Buffer {
  if (publicKey !== undefined) return encrypted(body, publicKey);
  if (encodeData) return Buffer.from(`{"encodedPayload":"${Buffer.from(body).toString("base64")}"}`);
  return Buffer.from(body);
}

function encrypted(body: string, publicKey: KeyObject): Buffer {
  const random = randomBytes(keyBytes + ivBytes);
  const key = random.subarray(0, keyBytes);
  const iv = random.subarray(keyBytes);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encryptedData = cipher.update(body, "utf8", "base64") + cipher.final("base64");
  const encryptedKey = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, key);
  return Buffer.from(JSON.stringify({ encryptedData, encryptedKey: encryptedKey.toString("base64"), iv: iv.toString("base64") }));
}
