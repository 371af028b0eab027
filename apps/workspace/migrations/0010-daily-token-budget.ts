import type { Migration } from "@parley/database";

/** Most tokens that a workspace uses of AI models on one day; null for no bound. */
export const dailyTokenBudget: Migration = {
  name: "0010_daily_token_budget",
  sql: "alter table workspaces add column daily_token_budget bigint;",
};
