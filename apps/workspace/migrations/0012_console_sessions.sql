-- People whom an identity provider vouches for have tokens as well: each opens one session of the console, and is revoked like the others.
alter table workspace_tokens
  add column session_role text constraint workspace_tokens_session_role_check check (session_role in ('read', 'act', 'administrate'));
