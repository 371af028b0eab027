import { nowMs } from "@parley/database/schema";

// The tables are queues: their rows come and go, so dead rows are vacuumed early and without pauses.
const queue = "with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)";

/** SQL of the tables that messaging needs in a schema, for the schema's first migration. */
export const messagingTables = `
  -- Events that are committed and not yet published. A row goes when the bus has taken it, or every consumer of this process has.
  create table outbox (
    lane smallint not null,
    sequence bigint not null generated always as identity,
    event_id uuid not null,
    topic text not null,
    event_key text not null,
    event_type text not null,
    api_key_id text collate "C" not null,
    subjects text[] not null,
    trace_parent text not null,
    payload bytea not null,
    -- Not in milliseconds: every event pays for what is computed here.
    created_at timestamptz not null default clock_timestamp(),
    -- For the relay, which reads a lane in order.
    primary key (lane, sequence)
  ) ${queue};
  alter table outbox alter column payload set storage external;

  -- Events whose effect is committed: the same one again changes nothing.
  create table inbox (
    consumer_group text collate "C" not null,
    event_id uuid not null,
    handled_at timestamptz not null default clock_timestamp(),
    primary key (consumer_group, event_id)
  );
  -- For the removal of old rows.
  create index inbox_by_age on inbox (handled_at);

  -- What could not be published, consumed or done, until an operator lets it be tried again or discards it.
  create table dead_letters (
    dead_letter_id bigint not null generated always as identity primary key,
    -- Empty when the message does not say it.
    api_key_id text collate "C" not null,
    source text not null check (source in ('relay', 'consumer', 'work')),
    -- The consumer group, empty for the other sources.
    consumer_group text not null,
    -- The topic, or the kind of work.
    topic text not null,
    event_id uuid not null,
    event_key text not null,
    event_type text not null,
    subjects text[] not null,
    trace_parent text not null,
    payload bytea not null,
    -- Where it stood: topic, partition and offset, or the row.
    position text not null,
    reason text not null,
    error text not null,
    redrive boolean not null default false,
    created_at_ms bigint not null default ${nowMs.text()},
    -- When the event itself was written, by the clock of its service's database: what removals go by. Null where nobody knows: the time of the burial has to do.
    event_time_ms bigint
  );
  -- For the removal of old ones.
  create index dead_letters_by_age on dead_letters (created_at_ms);
  -- For the removal of one customer's data.
  create index dead_letters_by_key on dead_letters (api_key_id, dead_letter_id);
  -- For what operators have asked to try again.
  create index dead_letters_to_redrive on dead_letters (dead_letter_id) where redrive;

  -- Slow work: claimed by one worker at a time for as long as it keeps the lease alive.
  create table work (
    api_key_id text collate "C" not null,
    work_id bigint not null generated always as identity,
    kind text collate "C" not null,
    -- While a row with this key is here, no second one is added.
    dedupe_key text collate "C",
    payload text not null,
    state text not null default 'ready' check (state in ('ready', 'scheduled', 'leased')),
    -- When a scheduled row is to be tried, or a lease ends.
    due_at_ms bigint not null default 0,
    attempts integer not null default 0,
    -- Rises with every claim: who holds an older one has lost the row.
    fence bigint not null default 0,
    last_error text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    primary key (api_key_id, work_id)
  ) ${queue};
  create unique index work_once on work (kind, api_key_id, dedupe_key) where dedupe_key is not null;
  -- For claims, which take from every API key in turn.
  create index work_ready on work (kind, api_key_id, work_id) where state = 'ready';
  -- For what becomes ready: retries whose time has come, leases that were not kept alive.
  create index work_due on work (due_at_ms) where state <> 'ready';
`;
