-- A mail collects what one user has to be told of one thread until nothing more has happened for a while. Its row is the log. What it says lies
-- beside it and goes when it has been sent; what waits is a small row in the queue, which is what is claimed, leased and put off.

    create table emails (
      api_key_id text collate "C" not null,
      created_at_ms bigint not null default now_ms(),
      email_id bigint not null generated always as identity,
      public_id text collate "C" not null,
      organization_id text collate "C" not null,
      document_id text collate "C" not null,
      annotation_id text collate "C" not null,
      user_id text collate "C" not null,
      state text collate "C" not null default 'open' check (state in ('open', 'pending', 'sent', 'failed', 'dropped')),
      reason text collate "C" not null default '',
      attempts integer not null default 0,
      item_count integer not null default 1,
      address text not null default '',
      sent_at_ms bigint,
      response text not null default '',
      error_class text collate "C" not null default '',
      error text not null default '',
      subjects text[] not null,
      primary key (api_key_id, created_at_ms, email_id)
    ) with (fillfactor = 75);
    comment on column emails.public_id is 'the same in every attempt: the Message-ID is made of it';
    comment on column emails.state is 'open: more may still come to it';
    comment on column emails.annotation_id is 'empty: a notification that names no thread';
    create unique index emails_by_public_id on emails (api_key_id, public_id);
    create unique index emails_by_id on emails (api_key_id, email_id);
    -- The mail that collects.
    create unique index emails_open on emails (api_key_id, organization_id, document_id, annotation_id, user_id) where state = 'open';
    -- The log of a document, and of what went wrong.
    create index emails_by_document on emails (api_key_id, organization_id, document_id, created_at_ms, email_id);
    create index emails_with_problem on emails (api_key_id, state, created_at_ms, email_id) where state in ('failed', 'dropped');
    -- How many a user has been sent lately.
    create index emails_sent_to on emails (api_key_id, user_id, sent_at_ms) where sent_at_ms is not null;
    -- For the removal of what speaks of someone or something.
    create index emails_by_subject on emails using gin (subjects);

    create table email_items (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      email_id bigint not null,
      item_id bigint not null generated always as identity,
      kind text collate "C" not null check (kind in ('tag', 'comment', 'assign', 'notification')),
      is_directed boolean not null,
      comment_id text collate "C" not null,
      notification_ref bigint,
      actor_id text collate "C" not null,
      actor_name text not null,
      item_text text not null,
      written_at_ms bigint not null,
      primary key (api_key_id, email_id, item_id)
    );
    comment on column email_items.is_directed is 'whether it is about the recipient: what a config of MINE lets through';
    comment on column email_items.notification_ref is 'what it says is read from there when it is sent';
    -- For the removal of what a user wrote.
    create index email_items_by_actor on email_items (api_key_id, organization_id, actor_id, email_id, item_id);

    create table email_queue (
      api_key_id text collate "C" not null,
      email_id bigint not null,
      created_at_ms bigint not null default now_ms(),
      state text collate "C" not null default 'scheduled' check (state in ('ready', 'scheduled', 'leased')),
      due_at_ms bigint not null,
      tries integer not null default 0,
      fence bigint not null default 0,
      owner text collate "C" not null default '',
      primary key (api_key_id, email_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
    comment on column email_queue.due_at_ms is 'when a scheduled row is to be tried, or a lease ends';
    comment on column email_queue.tries is 'attempts of this run of the schedule; a retry by the customer begins a new run';
    comment on column email_queue.fence is 'rises whenever the row changes hands: who holds an older one has lost it';
    -- For claims, which take from every API key in turn.
    create index email_queue_ready on email_queue (api_key_id, email_id) where state = 'ready';
    -- For what becomes ready.
    create index email_queue_due on email_queue (due_at_ms) where state <> 'ready';

    create table email_suppressions (
      api_key_id text collate "C" not null,
      address text collate "C" not null,
      user_id text collate "C" not null,
      error text not null,
      suppressed_at_ms bigint not null default now_ms(),
      primary key (api_key_id, address)
    );
    comment on table email_suppressions is 'addresses that a mail server has refused for good: nothing is sent there until they are lifted';
    create index email_suppressions_by_user on email_suppressions (api_key_id, user_id, address);
  