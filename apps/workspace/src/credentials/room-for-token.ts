import type { Db } from "@parley/database";
import { failedPrecondition, shortened } from "@parley/kernel";
import { countAuthTokens } from "./auth-tokens.store.ts";
import { deleteReplacedAuthTokens } from "./changed-auth-tokens.store.ts";

/** Fails with `failed_precondition` when an API key, which has been locked, has as many tokens as it may have. */
export async function requireRoomForToken(tx: Db, apiKeyId: string, maxAuthTokens: number): Promise<void> {
  await deleteReplacedAuthTokens(tx, apiKeyId);
  if ((await countAuthTokens(tx, apiKeyId)) < maxAuthTokens) return;
  throw failedPrecondition(
    `The API key ${shortened(apiKeyId)} has ${maxAuthTokens} tokens already; revoke one first.`,
    "too_many_auth_tokens",
  );
}
