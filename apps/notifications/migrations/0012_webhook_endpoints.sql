-- Endpoints beside `raw` and `processed`: a delivery's target is the id of its endpoint. A process of the release before knows those two alone and
-- takes others for endpoints without a URL: endpoints are created once every process runs this release.
alter table webhook_deliveries drop constraint webhook_deliveries_target_check;
comment on column webhook_deliveries.target is 'raw, processed, or the id of another endpoint; * while nobody can say which of those want the event';

create table webhook_endpoint_states (
  api_key_id text collate "C" not null,
  target text collate "C" not null,
  failing_since_ms bigint,
  next_send_us bigint not null default 0,
  primary key (api_key_id, target)
) with (fillfactor = 70);
comment on column webhook_endpoint_states.failing_since_ms is 'since when requests have been failing; null when the last one did not';
comment on column webhook_endpoint_states.next_send_us is 'when the next request may begin, for endpoints with a rate of their own';

-- A recovery of one endpoint.
alter table webhook_recoveries add column target text collate "C" not null default '';
