const nowMs = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** SQL of the tables that the owner of removals needs: to be part of one of its migrations. */
export const erasureOwnerTables = `
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
`;

/** SQL of what the tables of `erasureOwnerTables` have come to be: to be part of a later migration. */
export const erasureOwnerChanges = `
  alter table erasure_jobs drop constraint erasure_jobs_kind_check;
  alter table erasure_jobs add constraint erasure_jobs_kind_check check (kind in ('user', 'organization', 'folder', 'document', 'location', 'apiKey'));
  alter table erasure_jobs add column scope json;
  comment on column erasure_jobs.scope is 'what is removed, to be told again; null when the last task is done';
  alter table erasure_jobs add column told_at_ms bigint not null default ${nowMs};
  -- For the removal of the records of old jobs.
  create index erasure_jobs_by_age on erasure_jobs (requested_at_ms) where tasks_left = 0;
`;
