-- Whether a request with an idempotency key was sent before and may have been done: what it deletes may then be gone already.
alter table idempotency_records add column sent_before boolean not null default false;
