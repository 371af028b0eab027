import { id, int8 } from "@parley/database/schema";
import { index, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");

/** Signed results of removals: kept for three years, even after the API key was deleted. Contains no ids of the erased subjects. */
export const removalCertificates = schema.table(
  "removal_certificates",
  {
    workspaceId: id("workspace_id").notNull(),
    jobId: id("job_id").notNull(),
    completedAtMs: int8("completed_at_ms").notNull(),
    /** A JWS in its compact form. */
    certificate: text("certificate").notNull(),
    /** The salt of the subjects' hashes in the certificate. */
    salt: text("salt").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.jobId] }), index("removal_certificates_by_age").on(t.completedAtMs)],
);
