-- An attempt that was given up may still be running in a suspended process. Once a newer attempt has been recorded here, the older one
-- writes nothing.
create table repeated_calls (
  -- A hash of the caller's key, the request and the call.
  call_key text collate "C" not null,
  -- The number of the newest attempt that has begun.
  attempt bigint not null,
  created_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  primary key (call_key)
);
-- For the removal of old rows.
create index repeated_calls_by_age on repeated_calls (created_at_ms);

-- The number of the attempt, which its calls carry to the services.
alter table idempotency_records add column earlier_claims integer not null default 0;
