
    -- masked_token is empty for tokens that were made before it was kept.
    alter table workspace_tokens
      add column token_name text not null default '',
      add column masked_token text not null default '',
      add column expires_at_ms bigint;

    -- The row of a key that is being deleted belongs to no workspace: workspace_id is empty, and no one who names a workspace finds it.
    alter table api_keys add column disabled boolean not null default false;
  