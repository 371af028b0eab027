-- People who sign in with an identity provider get tokens too: each token belongs to one session of the console, and is revoked like other
-- tokens.
alter table workspace_tokens
  add column session_role text constraint workspace_tokens_session_role_check check (session_role in ('read', 'act', 'administrate'));
