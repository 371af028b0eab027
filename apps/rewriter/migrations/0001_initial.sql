
    create function now_ms() returns bigint language sql stable as $$
      select (extract(epoch from clock_timestamp()) * 1000)::bigint
    $$;

    -- Each call that was made of a model: what it used and how it ended, never what was said.
    create table calls (
      api_key_id text collate "C" not null,
      created_at_ms bigint not null,
      call_id text collate "C" not null,
      workspace_id text collate "C" not null,
      provider text collate "C" not null,
      model text collate "C" not null,
      outcome text collate "C" not null,
      attempts integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      latency_ms bigint not null,
      primary key (api_key_id, created_at_ms, call_id)
    );
    -- For the removal of old records.
    create index calls_by_age on calls (created_at_ms);

    -- The calls of one day and model, counted as they are recorded; stays when they are removed.
    create table usage_days (
      api_key_id text collate "C" not null,
      day date not null,
      model text collate "C" not null,
      provider text collate "C" not null,
      calls bigint not null,
      failed_calls bigint not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      latency_ms bigint not null,
      primary key (api_key_id, day, model)
    );
  