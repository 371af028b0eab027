import { hash } from "node:crypto";

/** The longest lifetime of a user's token for a browser. */
export const longestUserTokenMs = 172_800_000;

/** A hash that identifies a user of an API key, so that a stored revocation does not contain the user's id. */
export function userHashOf(apiKeyId: string, userId: string): string {
  return hash("sha256", JSON.stringify(["user tokens", apiKeyId, userId]), "base64url");
}
