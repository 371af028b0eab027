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
create index notifications_by_action_user on notifications
  (api_key_id, organization_id, action_user_id, created_at_ms, notification_ref) include (document_id, stored_bytes);
create index notifications_to_all on notifications
  (api_key_id, organization_id, created_at_ms, notification_ref) include (document_id, stored_bytes) where notify_all;
create index notifications_to_all_by_document on notifications
  (api_key_id, organization_id, document_id, created_at_ms, notification_ref) include (stored_bytes) where notify_all;
create index recipients_by_document on recipients
  (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref) include (stored_bytes);

-- Processes of the release before lease single rows while both releases run. They get none of a group that is owned, and its owner reads nothing of
-- an endpoint until what they had leased before has ended: so the deliveries of a document stay in order.
create function keep_owned() returns trigger language plpgsql as $$
begin
  if exists (
    select from notifications.delivery_groups g
    join notifications.delivery_processes p on p.kind = g.kind and p.owner = g.owner
    where g.api_key_id = new.api_key_id and g.kind = tg_argv[0] and g.target = coalesce(to_jsonb(new) ->> 'target', '')
      and p.expires_at_ms > notifications.now_ms()
  ) then return null; end if;
  return new;
end $$;
create trigger webhook_queue_keep_owned before update of state on webhook_queue for each row
  when (old.state = 'ready' and new.state = 'leased') execute function keep_owned('webhook');
create trigger email_queue_keep_owned before update of state on email_queue for each row
  when (old.state = 'ready' and new.state = 'leased') execute function keep_owned('email');

create function keep_payload() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger webhook_payloads_keep before update on webhook_payloads for each row
  when (old.event is not null and old.event = new.event) execute function keep_payload();

-- A body that is stored stays, whichever release stores another.
create trigger webhook_payloads_keep_body before update of is_draft on webhook_payloads for each row
  when (not old.is_draft and not new.is_draft) execute function keep_payload();
