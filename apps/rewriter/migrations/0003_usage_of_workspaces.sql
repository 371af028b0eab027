-- The workspace whose budget the usage of a day counts towards; empty for usage that was counted before this column existed.

    alter table usage_days add column workspace_id text collate "C" not null default '';
    create index usage_days_of_workspace on usage_days (workspace_id, day);
  