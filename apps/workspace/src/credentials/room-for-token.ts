import type { Db } from "@parley/database";
import { failedPrecondition, shortened } from "@parley/kernel";
import { countAuthTokens } from "./auth-tokens.store.ts";
import { deleteReplacedAuthTokens } from "./changed-auth-tokens.store.ts";

/** Fails with `failed_precondition` when an API key, which must be locked, has the maximum number of tokens. */
export async function requireRoomForToken(tx: Db, apiKeyId: string, maxAuthTokens: number): Promise<void> {
  await deleteReplacedAuthTokens(tx, apiKeyId);
  if ((await countAuthTokens(tx, apiKeyId)) < maxAuthTokens) return;
  throw failedPrecondition(
    `The API key ${shortened(apiKeyId)} already has ${maxAuthTokens} tokens; revoke one first.`,
    "too_many_auth_tokens",
  );
}
