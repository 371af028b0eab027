import { id, int8 } from "@parley/database/schema";
import { index, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");

/**
 * Revokes the tokens that a user was given up to a time. A user is identified by a hash of the API key and the user id. A row is kept a
 * little longer than the last token that it revokes. Erasing a user also adds a row, because the tokens must not outlast their user.
 */
export const userTokenRevocations = schema.table(
  "user_token_revocations",
  {
    apiKeyId: id("api_key_id").notNull(),
    userHash: id("user_hash").notNull(),
    revokedAtMs: int8("revoked_at_ms").notNull(),
  },
  (t) => [
    index("user_token_revocations_of_key").on(t.apiKeyId, t.revokedAtMs, t.userHash),
    index("user_token_revocations_by_age").on(t.revokedAtMs),
    primaryKey({ columns: [t.apiKeyId, t.userHash] }),
  ],
);
