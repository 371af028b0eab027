-- A session that is begun with a token has one of its own, which signing out revokes; it goes when the token that it was begun with does.
alter table workspace_tokens add column parent_token_id text collate "C";
