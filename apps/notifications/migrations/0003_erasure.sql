
    
  -- Removals that this service works on; a row goes with the last of its tasks, and what it says of customers with it.
  create table erasures (
    api_key_id text collate "C" not null,
    job_id text collate "C" not null,
    owner text not null,
    kind text not null check (kind in ('user', 'organization', 'folder', 'document', 'location')),
    scope json not null,
    requested_at_ms bigint not null,
    begun_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
    -- The second look begins when every transaction that had begun before this one has ended.
    horizon xid8 not null default pg_current_xact_id(),
    tasks_left integer not null,
    paused boolean not null default false,
    rows_per_second integer not null default 0,
    primary key (api_key_id, job_id)
  );

  -- What was removed in the last 30 days, as hashes: an event from before that comes afterwards does not bring it back.
  create table erasure_marks (
    api_key_id text collate "C" not null,
    mark text collate "C" not null,
    requested_at_ms bigint not null,
    primary key (api_key_id, mark)
  );

    -- For the removal of a user's marks, and of a document's configs.
    create index read_marks_by_user on read_marks (api_key_id, organization_id, user_id, notification_ref);
    create index configs_by_document on configs (api_key_id, organization_id, document_id, user_id);
  