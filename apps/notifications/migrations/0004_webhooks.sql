-- A delivery is an event on its way to one endpoint. Its row is the log. No index contains a column that a success changes, so that a
-- success updates only the row itself. The payload is stored in a separate table. A delivery that waits to be sent also has a small row in
-- the queue; only this row is claimed, leased and postponed.

    create table webhook_documents (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      document_id text collate "C" not null,
      last_sequence bigint not null,
      primary key (api_key_id, organization_id, document_id)
    ) with (fillfactor = 70);
    comment on table webhook_documents is 'how many events of a document were told: the sequence in the body';

    create table webhook_deliveries (
      api_key_id text collate "C" not null,
      created_at_ms bigint not null default now_ms(),
      delivery_id bigint not null generated always as identity,
      webhook_id text collate "C" not null,
      target text collate "C" not null check (target in ('raw', 'processed')),
      trigger text collate "C" not null,
      organization_id text collate "C" not null,
      document_id text collate "C" not null,
      annotation_id text collate "C" not null,
      sequence bigint not null,
      subjects text[] not null,
      attempts integer not null default 0,
      delivered_at_ms bigint,
      problem text collate "C" check (problem in ('failed', 'held')),
      primary key (api_key_id, created_at_ms, delivery_id)
    ) with (fillfactor = 75);
    comment on column webhook_deliveries.webhook_id is 'the same in every attempt; customers see no other id';
    comment on column webhook_deliveries.problem is 'failed: no attempt is left; held: the endpoint is gone or switched off';
    -- For those who know a delivery by its public id.
    create unique index webhook_deliveries_by_webhook_id on webhook_deliveries (api_key_id, webhook_id);
    -- The log of a document.
    create index webhook_deliveries_by_document on webhook_deliveries (api_key_id, organization_id, document_id, created_at_ms, delivery_id);
    -- The log of what failed or is held, and what a recovery walks along.
    create index webhook_deliveries_with_problem on webhook_deliveries (api_key_id, problem, created_at_ms, delivery_id) where problem is not null;
    -- For the removal of what speaks of someone or something.
    create index webhook_deliveries_by_subject on webhook_deliveries using gin (subjects);

    create table webhook_payloads (
      api_key_id text collate "C" not null,
      delivery_id bigint not null,
      is_draft boolean not null,
      body text not null,
      primary key (api_key_id, delivery_id)
    ) with (fillfactor = 50);
    alter table webhook_payloads alter column body set storage external;
    comment on column webhook_payloads.is_draft is 'names and contacts are filled in at the first attempt; from then on the body never changes';

    create table webhook_queue (
      api_key_id text collate "C" not null,
      target text collate "C" not null,
      document_key bigint not null,
      delivery_id bigint not null,
      created_at_ms bigint not null,
      bytes integer not null,
      state text collate "C" not null default 'ready' check (state in ('ready', 'scheduled', 'leased')),
      due_at_ms bigint not null default 0,
      tries integer not null default 0,
      fence bigint not null default 0,
      owner text collate "C" not null default '',
      is_unchecked boolean not null,
      primary key (api_key_id, target, document_key, delivery_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
    comment on column webhook_queue.due_at_ms is 'when a scheduled row is to be tried, or a lease ends';
    comment on column webhook_queue.tries is 'attempts of this run of the schedule; a retry by the customer begins a new run';
    comment on column webhook_queue.fence is 'rises whenever the row changes hands: who holds an older one has lost it';
    comment on column webhook_queue.is_unchecked is 'nobody could say whether it is wanted when it was made';
    -- For claims, which take from every endpoint in turn.
    create index webhook_queue_ready on webhook_queue (api_key_id, target, delivery_id) where state = 'ready';
    -- For what becomes ready: attempts whose time has come, leases that were not kept alive.
    create index webhook_queue_due on webhook_queue (due_at_ms) where state <> 'ready';

    create table webhook_attempts (
      api_key_id text collate "C" not null,
      delivery_id bigint not null,
      number integer not null,
      started_at_ms bigint not null,
      duration_ms integer not null,
      status integer,
      error_class text not null,
      error text not null,
      response_excerpt text not null,
      primary key (api_key_id, delivery_id, number)
    );

    create table webhook_gone_endpoints (
      api_key_id text collate "C" not null,
      target text collate "C" not null,
      url text not null,
      gone_at_ms bigint not null default now_ms(),
      primary key (api_key_id, target)
    );
    comment on table webhook_gone_endpoints is 'answered 410: nothing is sent there until it is recovered or configured anew';

    create table webhook_recoveries (
      api_key_id text collate "C" not null,
      recovery_id text collate "C" not null,
      from_ms bigint not null,
      to_ms bigint not null,
      recovered bigint not null default 0,
      skipped bigint not null default 0,
      started_at_ms bigint not null default now_ms(),
      completed_at_ms bigint,
      primary key (api_key_id, recovery_id)
    );
    comment on column webhook_recoveries.skipped is 'deliveries whose payload has been erased';
    -- For the number of those that run.
    create index webhook_recoveries_running on webhook_recoveries (api_key_id) where completed_at_ms is null;
  