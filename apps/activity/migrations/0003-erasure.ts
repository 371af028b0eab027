import type { Migration } from "@parley/database";
import { erasureServiceTables } from "@parley/erasure";

/**
 * `created_at_ms` may be the customer's word (imports bring their own times); a removal takes what was written before it was asked for, and goes by
 * when we wrote it.
 */
export const erasure: Migration = {
  name: "0003_erasure",
  sql: `
    ${erasureServiceTables}
    alter table annotations add column stored_at_ms bigint not null default now_ms();
    alter table comments add column stored_at_ms bigint not null default now_ms();
    alter table recordings add column stored_at_ms bigint not null default now_ms();
    alter table activities add column stored_at_ms bigint not null default now_ms();
  `,
};
