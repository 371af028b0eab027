-- Events whose entries wait until the users service says whom they may name, and the later events of their documents. A row goes when its event has
-- been handled.
create table waiting_events (
  api_key_id text collate "C" not null,
  -- In the order in which the events of a document were written.
  waiting_ref bigint not null generated always as identity,
  organization_id text collate "C" not null,
  document_id text collate "C" not null,
  event_id text not null,
  event_time_ms bigint not null,
  -- By which removals find it.
  subjects text[] not null,
  message bytea not null,
  primary key (api_key_id, waiting_ref)
);
-- For the question whether an event has to wait behind others of its document.
create index waiting_events_by_document on waiting_events (api_key_id, organization_id, document_id);
