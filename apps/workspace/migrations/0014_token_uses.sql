-- When tokens were last used, to about a minute: a token that nobody uses can be revoked without fear.
alter table api_key_tokens add column last_used_at_ms bigint;
alter table workspace_tokens add column last_used_at_ms bigint;
