-- Whose budget a day's usage is held against; empty for what was counted before and not counted on since.

    alter table usage_days add column workspace_id text collate "C" not null default '';
    create index usage_days_of_workspace on usage_days (workspace_id, day);
  