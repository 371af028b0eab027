
    -- What webhook deliveries are signed with. A key has none until one is needed. signs_until_ms is null for the newest, which signs until
    -- another takes its place.
    create table webhook_secrets (
      api_key_id text collate "C" not null references api_keys,
      secret_id text collate "C" not null,
      sealed_secret text not null,
      created_at_ms bigint not null default now_ms(),
      signs_until_ms bigint,
      primary key (api_key_id, secret_id)
    );
    create unique index webhook_secrets_newest on webhook_secrets (api_key_id) where signs_until_ms is null;
  