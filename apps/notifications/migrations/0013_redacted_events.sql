-- An erasure takes users out of events that are stored already. What a process of the release before events would store leaves the event as it is,
-- and only that is not stored.
drop trigger webhook_payloads_keep on webhook_payloads;
create trigger webhook_payloads_keep before update on webhook_payloads for each row
  when (old.event is not null and old.event = new.event) execute function keep_payload();
