-- Most tokens that a workspace uses of AI models on one day; null for no bound.
alter table workspaces add column daily_token_budget bigint;