-- Endpoints in addition to the two URLs of a webhook configuration, each with its own filters, headers and secrets. The values of headers
-- and the secrets are sealed as one text, so that reading an endpoint for delivery opens only one text.
create table webhook_endpoints (
  api_key_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  uid text collate "C",
  url text not null,
  description text not null,
  filter_types text[] not null,
  channels text[] not null,
  organization_ids text[] not null,
  document_ids text[] not null,
  payload text not null check (payload in ('raw', 'processed', 'thin')),
  header_names text[] not null,
  sealed text not null,
  rate_limit integer not null,
  disabled boolean not null,
  metadata text not null,
  revision bigint not null default 1,
  created_at_ms bigint not null default now_ms(),
  updated_at_ms bigint not null default now_ms(),
  primary key (api_key_id, endpoint_id)
);
-- For those who know an endpoint by their own id.
create unique index webhook_endpoints_by_uid on webhook_endpoints (api_key_id, uid) where uid is not null;
