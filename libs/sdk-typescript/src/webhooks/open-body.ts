import { fromBase64 } from "./bytes.ts";
import { privateKeyOf } from "./private-key.ts";

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
