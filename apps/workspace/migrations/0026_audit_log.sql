-- The audit log of administrative acts. A row is written before the act and gets its outcome after it. It then gets a place in the chain of
-- its workspace, in which the hash of each record covers the previous record. Personal data can be deleted, because the hashes cover only a
-- salted hash of it.
create table audit_chains (
  workspace_id text collate "C" primary key,
  sequence bigint not null default 0,
  hash text not null,
  sealed_at_ms bigint not null default 0,
  longest_lag_ms bigint not null default 0,
  logged_sequence bigint not null default 0,
  logged_at_ms bigint not null default 0
);

create table audit_records (
  workspace_id text collate "C" not null,
  record_id text collate "C" not null,
  occurred_at_ms bigint not null default now_ms(),
  action text not null,
  actor_type text not null,
  actor_id text collate "C" not null,
  -- Null once the person is erased.
  actor_name text,
  ip text,
  user_agent text,
  salt text,
  -- Persons by their hash.
  targets json not null,
  target_ids text[] not null,
  on_api_key text collate "C" not null,
  request_id text not null,
  changes text[] not null,
  -- Null while the act runs.
  outcome text constraint audit_records_outcome_check check (outcome in ('success', 'refused', 'failed', 'unknown')),
  finished_at_ms bigint,
  -- Null until it has its place in the chain.
  sequence bigint,
  sealed_at_ms bigint,
  personal_hash text,
  previous_hash text,
  hash text,
  primary key (workspace_id, record_id)
);

create unique index audit_records_by_sequence on audit_records (workspace_id, sequence) where sequence is not null;
-- The order of times is that of sequences: finds where records of a time begin and end.
create index audit_records_by_seal on audit_records (workspace_id, sealed_at_ms, sequence) where sequence is not null;
create index audit_records_unsealed on audit_records (workspace_id, finished_at_ms, record_id) where sequence is null;

-- The persons whom records are about, each deleted by itself.
create table audit_people (
  api_key_id text collate "C" not null,
  record_id text collate "C" not null,
  position bigint not null,
  user_id text collate "C" not null,
  salt text not null,
  created_at_ms bigint not null default now_ms(),
  primary key (api_key_id, record_id, position)
);

create index audit_people_by_user on audit_people (api_key_id, user_id, record_id, position);
