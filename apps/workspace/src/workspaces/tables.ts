import { id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");
const nowMs = sql`workspace.now_ms()`;

export const workspaces = schema.table(
  "workspaces",
  {
    workspaceId: id("workspace_id").notNull(),
    workspaceName: text("workspace_name").notNull(),
    ownerEmail: text("owner_email").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    ownerName: text("owner_name").notNull().default(""),
    /** URL of a picture. */
    ownerAvatar: text("owner_avatar").notNull().default(""),
    /** Most tokens of AI models a day; null for no limit. */
    dailyTokenBudget: int8("daily_token_budget"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId] })],
);
