import type { Migration } from "@parley/database";
import { erasureOwnerTables, erasureServiceTables } from "@parley/erasure";

export const erasure: Migration = {
  name: "0003_erasure",
  sql: `
    ${erasureServiceTables}
    ${erasureOwnerTables}
    alter table removals add column job_id text collate "C";
    comment on column removals.job_id is 'of the job that removes what it names; null until it has begun';
    create index removals_to_begin on removals (api_key_id, removal_id) where job_id is null;
    create unique index removals_by_job on removals (api_key_id, job_id) where job_id is not null;
  `,
};
