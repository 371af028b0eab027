-- An endpoint is owned by one process, and so are the mails of an API key: what is being sent is in its memory alone, and an outcome is written under
-- the fence of the group. Rows of the queues are no longer leased one by one.
create table delivery_processes (
  kind text collate "C" not null,
  owner text collate "C" not null,
  expires_at_ms bigint not null,
  is_leaving boolean not null default false,
  primary key (kind, owner)
) with (fillfactor = 50);
comment on column delivery_processes.expires_at_ms is 'renewed while the process shows life; then what it owns may be taken over';
comment on column delivery_processes.is_leaving is 'it stops, and takes nothing more';

create table delivery_groups (
  api_key_id text collate "C" not null,
  kind text collate "C" not null,
  target text collate "C" not null,
  owner text collate "C" not null,
  fence bigint not null generated always as identity,
  primary key (api_key_id, kind, target)
);
comment on table delivery_groups is 'deliveries that one process sends: the webhooks of an endpoint, the mails of an API key (target empty)';
comment on column delivery_groups.fence is 'rises with each owner, also after the row was away: a process with another one writes nothing';
-- For what a process owns.
create index delivery_groups_by_owner on delivery_groups (kind, owner);

comment on column webhook_queue.fence is 'rises whenever the row changes under whoever may have read it';
comment on column email_queue.fence is 'rises whenever the row changes under whoever may have read it';

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
create index webhook_queue_leased on webhook_queue (api_key_id, target) where state = 'leased';

-- A body that is stored stays, whichever release stores another.
create trigger webhook_payloads_keep_body before update of is_draft on webhook_payloads for each row
  when (not old.is_draft and not new.is_draft) execute function keep_payload();
