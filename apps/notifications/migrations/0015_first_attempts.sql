-- Most deliveries are delivered by their first request, which is logged in the delivery itself: one row less for each. A process of the release before
-- logs it as it did, and does not show those that are logged here.
alter table webhook_deliveries
  add column first_started_at_ms bigint,
  add column first_duration_ms integer,
  add column first_status integer,
  add column first_response text;
comment on column webhook_deliveries.first_started_at_ms is 'the first request, if it delivered; every other is in webhook_attempts';

-- An outcome replaces the row on its own page, without touching the indexes.
alter table webhook_deliveries set (fillfactor = 50);
-- A delivery is made with its body, which is rarely replaced.
alter table webhook_payloads reset (fillfactor);
