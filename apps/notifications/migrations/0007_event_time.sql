-- Removals go by when an event was written, as its service's database says; the id of a delivery holds only what a process believed it was.

    alter table webhook_deliveries add column event_time_ms bigint;
    comment on column webhook_deliveries.event_time_ms is 'when the event was written; null of those from before this column';
    create index webhook_recoveries_by_age on webhook_recoveries (completed_at_ms) where completed_at_ms is not null;
  