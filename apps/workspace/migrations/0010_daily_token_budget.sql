-- The maximum number of tokens of AI models that a workspace uses on one day; null for no limit.
alter table workspaces add column daily_token_budget bigint;