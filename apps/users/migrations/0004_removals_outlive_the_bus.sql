-- Data of removals of whole API keys, and data that lets a removal end even when its events were lost.

  -- When the event itself was written, by the clock of its service's database: what removals go by.
  alter table dead_letters add column event_time_ms bigint;
  comment on column dead_letters.event_time_ms is 'null: nobody knows, and the time of the burial has to do';
  -- For the removal of old ones.
  create index dead_letters_by_age on dead_letters (created_at_ms);
 
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
    done_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
    primary key (api_key_id, job_id, stage, collection)
  );
  -- For the removal of old ones.
  create index erasures_done_by_age on erasures_done (done_at_ms);
 
  alter table erasure_jobs drop constraint erasure_jobs_kind_check;
  alter table erasure_jobs add constraint erasure_jobs_kind_check check (kind in ('user', 'organization', 'folder', 'document', 'location', 'apiKey'));
  alter table erasure_jobs add column scope json;
  comment on column erasure_jobs.scope is 'what is removed, to be told again; null when the last task is done';
  alter table erasure_jobs add column told_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint;
  -- For the removal of the records of old jobs.
  create index erasure_jobs_by_age on erasure_jobs (requested_at_ms) where tasks_left = 0;
