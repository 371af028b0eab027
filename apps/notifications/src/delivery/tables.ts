import { id, int8 } from "@parley/database/schema";
import { boolean, index, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("notifications");

/** The processes that deliver: one row for each queue of a process. Storage: fillfactor=50. */
export const deliveryProcesses = schema.table(
  "delivery_processes",
  {
    kind: id("kind").notNull(),
    owner: id("owner").notNull(),
    /** Renewed while the process lives; after this time its groups may be taken over. */
    expiresAtMs: int8("expires_at_ms").notNull(),
    /** Whether the process is stopping and takes no more groups. */
    isLeaving: boolean("is_leaving").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.kind, t.owner] })],
);

/** The unit of ownership: the webhooks of an endpoint, or the mails of an API key. */
export const deliveryGroups = schema.table(
  "delivery_groups",
  {
    apiKeyId: id("api_key_id").notNull(),
    kind: id("kind").notNull(),
    /** The endpoint; empty for mails. */
    target: id("target").notNull(),
    owner: id("owner").notNull(),
    /** Rises with each owner, even if the row was deleted in between: a process with another fence writes nothing. */
    fence: int8("fence").notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.kind, t.target] }), index("delivery_groups_by_owner").on(t.kind, t.owner)],
);
