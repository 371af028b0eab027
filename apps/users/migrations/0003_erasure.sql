
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
 
  -- One row for each removal, for good: that it was asked for and done, and of what as a hash, so that who knows the id can ask, and nobody can read it.
  create table erasure_jobs (
    api_key_id text collate "C" not null,
    job_id text collate "C" not null,
    kind text not null check (kind in ('user', 'organization', 'folder', 'document', 'location')),
    subject_hashes text[] not null,
    requested_at_ms bigint not null,
    stage integer not null default 1,
    tasks_count integer not null,
    tasks_left integer not null,
    rows_erased bigint not null default 0,
    last_task_completed_at_ms bigint not null default 0,
    paused boolean not null default false,
    rows_per_second integer not null default 0,
    primary key (api_key_id, job_id)
  );
  -- For operators, who see what is going on.
  create index erasure_jobs_unfinished on erasure_jobs (requested_at_ms) where tasks_left > 0;

  -- The tasks of jobs that are not finished.
  create table erasure_tasks (
    api_key_id text collate "C" not null,
    job_id text collate "C" not null,
    stage integer not null,
    service text collate "C" not null,
    collection text collate "C" not null,
    done boolean not null default false,
    primary key (api_key_id, job_id, stage, service, collection)
  );
