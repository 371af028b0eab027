import { hash } from "node:crypto";

/** The longest that a user's token for a browser is good. */
export const longestUserTokenMs = 172_800_000;

/** Names a user of an API key without telling whom: what is kept of a revocation. */
export function userHashOf(apiKeyId: string, userId: string): string {
  return hash("sha256", JSON.stringify(["user tokens", apiKeyId, userId]), "base64url");
}
