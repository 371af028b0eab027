import { constants, createDecipheriv, type KeyObject, privateDecrypt } from "node:crypto";

/** A body with `encryptData`, as sent. */
export interface Encrypted {
  readonly encryptedData: string;
  readonly encryptedKey: string;
  readonly iv: string;
}

/** The decrypted text, as a receiver with node:crypto gets it. */
export function decrypt({ encryptedData, encryptedKey, iv }: Encrypted, privateKey: KeyObject): string {
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const key = privateDecrypt({ key: privateKey, ...padding }, Buffer.from(encryptedKey, "base64"));
  const decipher = createDecipheriv("aes-256-cbc", key, Buffer.from(iv, "base64"));
  return Buffer.concat([decipher.update(Buffer.from(encryptedData, "base64")), decipher.final()]).toString("utf8");
}
