
    create function now_ms() returns bigint language sql stable as $$
      select (extract(epoch from clock_timestamp()) * 1000)::bigint
    $$;

    create table workspaces (
      workspace_id text collate "C" primary key,
      workspace_name text not null,
      owner_email text not null,
      created_at_ms bigint not null default now_ms()
    );

    -- The keys under which a workspace's secrets are sealed, each wrapped under a master key. A version never stands for another key.
    create table data_keys (
      workspace_id text collate "C" not null references workspaces,
      version integer not null check (version > 0),
      master_key_id text collate "C" not null,
      wrapped text not null,
      created_at_ms bigint not null default now_ms(),
      primary key (workspace_id, version)
    );
    -- For what is left to wrap again, and which master keys are in use.
    create index data_keys_by_master_key on data_keys (master_key_id, workspace_id, version);

    create table workspace_tokens (
      workspace_id text collate "C" not null references workspaces,
      token_id text collate "C" not null,
      token_hash bytea not null,
      created_at_ms bigint not null default now_ms(),
      primary key (workspace_id, token_id)
    );

    create table api_keys (
      api_key_id text collate "C" primary key,
      workspace_id text collate "C" not null,
      api_key_name text not null,
      owner_email text not null,
      key_type text not null check (key_type in ('testing', 'production')),
      plan_type text,
      custom_plan_info boolean not null,
      custom_plan_info_data json,
      use_email_service boolean not null,
      advanced_queries_enabled boolean not null default true,
      activity_log_immutable boolean not null default false,
      created_at_ms bigint not null default now_ms()
    );
    -- For the list of a workspace's keys.
    create index api_keys_by_workspace on api_keys (workspace_id, created_at_ms, api_key_id);

    create table api_key_tokens (
      api_key_id text collate "C" not null references api_keys,
      token_id text collate "C" not null,
      token_hash bytea not null,
      sealed_token text not null,
      token_name text not null,
      created_at_ms bigint not null default now_ms(),
      expires_at_ms bigint,
      primary key (api_key_id, token_id)
    );

    create table email_configs (
      api_key_id text collate "C" primary key references api_keys,
      email_type text not null check (email_type in ('default', 'sendgrid', 'smtp')),
      sealed_api_key text,
      from_email text not null,
      from_company text not null,
      comment_template_id text not null,
      tag_template_id text not null
    );

    -- One row for each API key, from its creation on. triggers holds the names that are on; null until any was ever set.
    create table webhook_configs (
      api_key_id text collate "C" primary key references api_keys,
      use_webhook_service boolean not null,
      sealed_auth_token text,
      raw_notification_url text not null,
      processed_notification_url text not null,
      encode_data boolean not null,
      encrypt_data boolean not null,
      public_key text not null,
      triggers text[]
    );

    create table domains (
      api_key_id text collate "C" not null references api_keys,
      domain text collate "C" not null,
      created_at_ms bigint not null default now_ms(),
      primary key (api_key_id, domain)
    );

    create table provider_keys (
      workspace_id text collate "C" not null references workspaces,
      provider text collate "C" not null check (provider in ('openai', 'anthropic', 'gemini')),
      sealed_key text not null,
      primary key (workspace_id, provider)
    );

    -- status and sealed_body are null while the request runs.
    create table idempotency_records (
      scope_id text collate "C" not null,
      idempotency_key text collate "C" not null,
      request_hash bytea not null,
      lease_id text collate "C" not null,
      lease_until_ms bigint not null,
      status integer,
      sealed_body text,
      created_at_ms bigint not null default now_ms(),
      primary key (scope_id, idempotency_key)
    );
    -- For the removal of old records.
    create index idempotency_records_by_age on idempotency_records (created_at_ms);
  