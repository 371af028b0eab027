-- A delivery keeps its event whole until the first attempt, which builds the body and takes the event away. Before, it kept a draft of the body;
-- those that are left have no event, and are completed as drafts.
alter table webhook_payloads add column event bytea;
alter table webhook_payloads alter column event set storage external;
comment on column webhook_payloads.is_draft is 'the body is built at the first attempt; from then on it never changes';
comment on column webhook_payloads.event is 'what the body is built from; null from then on, and in drafts of the release before';

-- A process of that release may claim a delivery that has an event while both releases run. It reads an empty draft, and what it makes of that is
-- not stored, because it leaves the event where it is: so it takes the delivery for lost to another process and does not send it. When its lease has
-- expired, the delivery is claimed again.
alter table webhook_payloads alter column body set default '{"body":{},"tagged":[],"updated":[]}';
create function keep_payload() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger webhook_payloads_keep before update on webhook_payloads for each row
  when (old.event is not null and new.event is not null) execute function keep_payload();
