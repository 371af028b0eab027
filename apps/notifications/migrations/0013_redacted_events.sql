-- An erasure removes users from events that are already stored. A process of the release that did not know events stores a body without
-- removing the event. Only such a body is not stored.
drop trigger webhook_payloads_keep on webhook_payloads;
create trigger webhook_payloads_keep before update on webhook_payloads for each row
  when (old.event is not null and old.event = new.event) execute function keep_payload();
