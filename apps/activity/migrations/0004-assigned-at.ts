import type { Migration } from "@parley/database";

/** A removal of a user ends the assignments from before it was asked for: the id may have been used again, and be assigned to an old thread, since. */
export const assignedAt: Migration = {
  name: "0004_assigned_at",
  sql: "alter table annotations add column assigned_at_ms bigint not null default now_ms();",
};
