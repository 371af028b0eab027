const nowMs = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** SQL of the table that a service needs to remove data: to be part of one of its migrations. */
export const erasureServiceTables = `
  -- Removals that this service works on; a row goes with the last of its tasks, and what it says of customers with it.
  create table erasures (
    api_key_id text collate "C" not null,
    job_id text collate "C" not null,
    owner text not null,
    kind text not null check (kind in ('user', 'organization', 'folder', 'document', 'location')),
    scope json not null,
    requested_at_ms bigint not null,
    begun_at_ms bigint not null default ${nowMs},
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
`;

/** SQL of what the tables of `erasureServiceTables` have come to be: to be part of a later migration. */
export const erasureServiceChanges = `
  alter table erasures drop constraint erasures_kind_check;
  alter table erasures add constraint erasures_kind_check check (kind in ('user', 'organization', 'folder', 'document', 'location', 'apiKey'));

  -- Tasks that this service has done, for 90 days: whoever asks once more is answered once more.
  create table erasures_done (
    api_key_id text collate "C" not null,
    job_id text collate "C" not null,
    owner text not null,
    stage integer not null,
    collection text collate "C" not null,
    rows bigint not null,
    done_at_ms bigint not null default ${nowMs},
    primary key (api_key_id, job_id, stage, collection)
  );
  -- For the removal of old ones.
  create index erasures_done_by_age on erasures_done (done_at_ms);
`;
