alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table delivery_processes set (fillfactor = 50);
alter table emails set (fillfactor = 75);
alter table email_queue set (fillfactor = 70);
alter table email_queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table webhook_deliveries set (fillfactor = 50);
alter table webhook_documents set (fillfactor = 70);
alter table webhook_endpoint_states set (fillfactor = 70);
alter table webhook_payloads alter column body set storage external, alter column event set storage external;
alter table webhook_queue set (fillfactor = 70);
alter table webhook_queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Pages are read from these alone, without their tables.
alter table recipients drop constraint recipients_pkey,
  add primary key (api_key_id, organization_id, user_id, created_at_ms, notification_ref) include (document_id, stored_bytes);
create index notifications_by_document on notifications
  (api_key_id, organization_id, document_id, created_at_ms, notification_ref) include (stored_bytes);
create index notifications_by_location on notifications
  (api_key_id, organization_id, document_id, location_id, created_at_ms, notification_ref) include (stored_bytes)
  where location_id is not null;
create index notifications_by_action_user on notifications
  (api_key_id, organization_id, action_user_id, created_at_ms, notification_ref) include (document_id, stored_bytes);
create index notifications_to_all on notifications
  (api_key_id, organization_id, created_at_ms, notification_ref) include (document_id, stored_bytes) where notify_all;
create index notifications_to_all_by_document on notifications
  (api_key_id, organization_id, document_id, created_at_ms, notification_ref) include (stored_bytes) where notify_all;
create index recipients_by_document on recipients
  (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref) include (stored_bytes);

-- The last of all, because Postgres takes the last of the indexes that cost the same: it is the only one that finds one notification.
alter table notifications drop constraint notifications_pkey, add primary key (api_key_id, organization_id, notification_id);
