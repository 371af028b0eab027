-- Statistics of an API key for each minute of a day: the requests that gateways have counted, added up, and the backlogs. The console plots
-- the last hour.
create table key_minutes (
  api_key_id text collate "C" not null,
  minute_ms bigint not null,
  requests bigint not null default 0,
  client_errors bigint not null default 0,
  server_errors bigint not null default 0,
  latencies bigint[] not null default '{}',
  waiting_deliveries bigint,
  waiting_mails bigint,
  open_user_removals bigint,
  open_place_removals bigint,
  primary key (api_key_id, minute_ms)
) with (fillfactor = 70);

create index key_minutes_by_age on key_minutes (minute_ms);
