import { id, int8 } from "@parley/database/schema";
import { index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");

/** What removals did, signed: kept for three years, also when the API key is gone. Names nobody. */
export const removalCertificates = schema.table(
  "removal_certificates",
  {
    workspaceId: id("workspace_id").notNull(),
    jobId: id("job_id").notNull(),
    completedAtMs: int8("completed_at_ms").notNull(),
    /** A JWS in its compact form. */
    certificate: text("certificate").notNull(),
    /** What the subjects in it are hashed with. */
    salt: text("salt").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.jobId] }), index("removal_certificates_by_age").on(t.completedAtMs)],
);
