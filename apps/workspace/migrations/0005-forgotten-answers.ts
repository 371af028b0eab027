import type { Migration } from "@parley/database";

export const forgottenAnswers: Migration = {
  name: "0005_forgotten_answers",
  sql: `
    -- Whether the answer may be kept: not when what it may name has been removed. A request that is done has a status, and no body then.
    alter table idempotency_records add column keeps_answer boolean not null default true;
  `,
};
