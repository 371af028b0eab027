-- A session that was begun with a token has a token of its own, which signing out revokes. It ends when the token with which it was begun
-- ends.
alter table workspace_tokens add column parent_token_id text collate "C";
