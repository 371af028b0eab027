import type { Database } from "@parley/database";
import type { Host } from "@parley/runtime";
import type { Subscribed } from "./bus/bus.ts";
import type { Consumer, Listener } from "./consume/consumer.ts";
import { EventHandler } from "./consume/event-handler.ts";
import { Redriver } from "./consume/redriver.ts";
import { subscribeListeners } from "./consume/subscribe-listeners.ts";
import { PollLoop } from "./loops/poll-loop.ts";
import type { MessageStore } from "./messages/message-store.ts";
import { maintenance } from "./process/maintenance.ts";
import { type ProcessMessaging, processMessaging } from "./process/process-messaging.ts";
import type { MessagingConfig } from "./process/settings.ts";
import { Relay } from "./relay/relay.ts";
import { WorkRunner, workOutcomes } from "./workers/work-runner.ts";
import type { Worker } from "./workers/worker.ts";

/** The parts of a module that messaging works with. */
interface MessagingParts {
  readonly database: Database;
  /** The module's outbox, inbox, dead letters and work; this starts its relay. */
  readonly messages: MessageStore;
  readonly consumers?: readonly Consumer[];
  readonly workers?: readonly Worker[];
  readonly listeners?: readonly Listener[];
}

const hourMs = 3_600_000;
const retentionCheckMs = 24 * hourMs;

interface Part {
  start?(): void;
  stop(): Promise<void>;
}

/**
 * Connects a module to the others by events. Call it once in `mount`, after `openDatabase`. The bus is Kafka when brokers are configured,
 * and the bus within the process otherwise; a process of a single module refuses to start without brokers. While Kafka is down, events are
 * only delayed.
 */
export async function useMessaging(host: Host, config: MessagingConfig, parts: MessagingParts): Promise<void> {
  const shared = await processMessaging(host, config);
  const relay = relayOf(host, config, parts, shared);
  const redriver = new Redriver({ ...base(host, parts), consumers: parts.consumers ?? [] });
  const workers = (parts.workers ?? []).map((worker) => workRunnerOf(host, config, parts, shared, worker));
  const loops = maintenance({
    ...base(host, parts),
    metrics: shared.metrics,
    inboxRetentionMs: config.inboxRetentionHours * hourMs,
    deadLetterRetentionMs: config.deadLetterRetentionDays * 24 * hourMs,
  });
  shared.deadLetterRoutes.add(parts.database, parts.messages, () => redriver.wake());
  // Subscribed before any relay starts: an event without subscribers in the process would count as delivered.
  const subscriptions = [...consumption(host, config, parts, shared), ...subscribeListeners(host, shared.bus, parts.listeners ?? [])];

  // Registered first, so stopped last, because the other parts may publish until they are stopped.
  run(host, [relay]);
  run(host, [...workers, redriver, ...subscriptions, ...loops, ...retentionCheck(host, config, parts, shared)]);
}

/** Lets a module without a database receive broadcast events; see `listener`. */
export async function useListeners(host: Host, config: MessagingConfig, listeners: readonly Listener[]): Promise<void> {
  const { bus } = await processMessaging(host, config);
  run(host, subscribeListeners(host, bus, listeners));
}

function base({ log }: Host, { database, messages }: MessagingParts) {
  return { log, database, store: messages };
}

function relayOf(host: Host, config: MessagingConfig, parts: MessagingParts, { bus, metrics }: ProcessMessaging): Part {
  const { schema } = parts.messages;
  const onPublished = (rows: number) => metrics.published.inc({ schema }, rows);
  const relay = new Relay({ ...base(host, parts), bus, pollMs: config.outboxPollMs, onPublished });
  return wokenBy((wake) => parts.messages.onEvents(wake), relay);
}

function workRunnerOf(host: Host, config: MessagingConfig, parts: MessagingParts, { metrics }: ProcessMessaging, worker: Worker): Part {
  const { schema } = parts.messages;
  const { kind } = worker;
  // From 0, because Prometheus sees no increase in a counter that begins with its first event.
  for (const outcome of workOutcomes) metrics.work.inc({ schema, kind, outcome }, 0);
  const runner = new WorkRunner({
    ...base(host, parts),
    worker,
    pollMs: config.outboxPollMs,
    graceMs: config.workGraceMs,
    onTakenOver: (kind, rows) => metrics.takenOver.inc({ schema, kind }, rows),
    onDone: (kind, outcome) => metrics.work.inc({ schema, kind, outcome }),
  });
  return wokenBy((wake) => parts.messages.onWork(wake), runner);
}

function consumption(host: Host, config: MessagingConfig, parts: MessagingParts, { bus, metrics }: ProcessMessaging): Part[] {
  const { consumers = [], messages } = parts;
  if (consumers.length === 0) return [];
  const handler = new EventHandler({
    ...base(host, parts),
    consumers,
    maxAttempts: config.consumerMaxAttempts,
    onOutcome: (topic, outcome, events) => metrics.handled.inc({ group: messages.schema, topic, outcome }, events),
  });
  const subscribed: Subscribed = bus.subscribe({
    group: messages.schema,
    topics: consumers.map(({ topic }) => topic.name),
    concurrency: config.consumerConcurrency,
    handle: (received) => handler.handle(received),
  });
  return [{ stop: () => subscribed.close() }];
}

function retentionCheck(host: Host, config: MessagingConfig, { consumers = [] }: MessagingParts, { bus }: ProcessMessaging): Part[] {
  if (bus.retentionProblems === undefined || consumers.length === 0) return [];
  const topics = consumers.map(({ topic }) => topic.name);
  const check = async () => {
    const problems = (await bus.retentionProblems?.(topics, config.inboxRetentionHours * hourMs)) ?? [];
    for (const problem of problems) host.log.warn({ topics }, problem);
    return { ms: retentionCheckMs, interruptible: false };
  };
  return [new PollLoop(host.log, "Checking Kafka's retention", check)];
}

function wokenBy(subscribe: (wake: () => void) => () => void, loop: Required<Part> & { wake(): void }): Part {
  let unsubscribe: (() => void) | undefined;
  return {
    start() {
      unsubscribe = subscribe(() => loop.wake());
      loop.start();
    },
    async stop() {
      unsubscribe?.();
      await loop.stop();
    },
  };
}

function run(host: Host, parts: readonly Part[]): void {
  host.onStart(async () => {
    for (const part of parts) part.start?.();
  });
  host.onStop(async () => {
    await Promise.all(parts.map((part) => part.stop()));
  });
}
