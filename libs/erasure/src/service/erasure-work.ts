import { erasureRequestsTopic } from "@parley/contracts/topics";
import type { Database, Db, Sql } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import { type Consumer, consumer, LeaseLost, type MessageStore, removeOld, type Worker } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { marksOf } from "../marks/erasure-marks.ts";
import type { ErasureOwners, ReceivedCommand } from "../model/owners.ts";
import type { Eraser, Erasers, Erasure, ErasureKind, ErasureService } from "../model/plan.ts";
import { erasureMetrics, type TimePart } from "../process/erasure-metrics.ts";
import type { ErasureConfig } from "../process/settings.ts";
import { askOwners } from "./ask-owners.ts";
import { ErasureCommands, workKind } from "./erasure-commands.ts";
import { type ErasureStore, erasureStore } from "./erasure-store.ts";
import { Incomplete, NotNow, TaskRun } from "./task-run.ts";

export interface ErasureWorkOptions<Service extends ErasureService> {
  /** The schema, by which tasks name the service. */
  readonly service: Service;
  readonly database: Database;
  readonly messages: MessageStore;
  readonly erasers: Erasers<Service>;
  /** The owners that are asked for commands whose events may have been lost. */
  readonly owners: ErasureOwners;
  /** The function `settled_before` of its schema, if its rows may be on several servers. */
  readonly settledBefore?: Sql;
  /** Called with every command of an erasure before it is carried out. */
  readonly onCommand?: (tx: Db, command: ReceivedCommand) => Promise<void>;
  /** Called once for each erasure, in the transaction that begins it. */
  readonly onBegin?: (tx: Db, erasure: Erasure) => Promise<void>;
}

interface Written {
  readonly apiKeyId: string;
  readonly subjects: readonly string[];
  readonly timeMs: number;
}

export interface ErasureWork {
  readonly consumers: readonly Consumer[];
  readonly workers: readonly Worker[];
  /** Wraps a consumer that stores the content of its events: it no longer receives events that an erasure applies to. */
  readonly guard: (consumer: Consumer) => Consumer;
  /** Whether an erasure applies to data that names these subjects and was written at this time, by the clock of the service's database. */
  readonly isErased: (db: Db, written: Written) => Promise<boolean>;
}

const ledgerKeptMs = 90 * 24 * 3_600_000;
const ledgerMs = 3_600_000;

const stores = new Map<string, ErasureStore>();

/**
 * The erasing parts of a service: the consumer that adds its tasks of a job as leased work, and the worker that does them chunk by chunk.
 */
export function erasureWork<Service extends ErasureService>(
  host: Host,
  config: ErasureConfig,
  { service, database, messages, erasers, owners, settledBefore, onCommand, onBegin }: ErasureWorkOptions<Service>,
): ErasureWork {
  const store = storeOf(service, settledBefore);
  const offsets = new Map<string, number>();
  const clockOffsetMs = (owner: string) => offsets.get(owner) ?? 0;
  const commands = new ErasureCommands({ service, messages, store, clockOffsetMs, onBegin });
  askOwners(host, { service, owners, database, store, commands, config, onClock: (owner, offsetMs) => offsets.set(owner, offsetMs) });
  forgetOldTasks(host, database, store);
  const { rows, seconds } = erasureMetrics(host);
  // From 0, because Prometheus sees no increase in a counter that begins with its first rows.
  for (const collection of Object.values(erasers).flatMap((each) => Object.keys(each))) rows.inc({ schema: service, collection }, 0);
  let tasks = 0;
  const tasksAtWork = () => tasks;
  const eraserOf = (kind: ErasureKind, collection: string) => (erasers[kind] as Readonly<Record<string, Eraser | undefined>>)[collection];
  return {
    guard: marksOf(service).guard,
    isErased: (db, { apiKeyId, subjects, timeMs }) => marksOf(service).cover(db, apiKeyId, subjects, timeMs),
    consumers: [
      consumer(erasureRequestsTopic, async (tx, { message }) => {
        await onCommand?.(tx, message);
        await commands.handle(tx, message);
      }),
    ],
    workers: [
      {
        kind: workKind,
        concurrency: config.erasureConcurrency,
        perKey: Math.max(1, Math.ceil(config.erasureConcurrency / 2)),
        leaseMs: config.erasureLeaseMs,
        handle: async (lease) => {
          const onRows = (collection: string, count: number) => rows.inc({ schema: service, collection }, count);
          const onTime = (part: TimePart, stage: number, ms: number) => seconds.inc({ schema: service, stage, part }, ms / 1_000);
          const run = new TaskRun({ service, database, messages, store, lease, config, tasksAtWork, eraserOf, onRows, onTime });
          tasks++;
          try {
            await run.run();
          } catch (error) {
            // Nobody waits for the result: this line tells an operator why an erasure does not progress.
            if (error instanceof Incomplete)
              host.log.error(
                { service, ...run.task, rowsLeft: error.rowsLeft, attempts: lease.attempts },
                "An erasure is incomplete: rows that fall under it cannot be erased. It stays open, without a certificate, and is tried again.",
              );
            else if (!(error instanceof NotNow || error instanceof LeaseLost || lease.signal.aborted))
              host.log.warn(
                { err: error, service, ...run.task, attempts: lease.attempts },
                "A task of an erasure failed and will be retried.",
              );
            throw error;
          } finally {
            tasks--;
          }
        },
        // Retried forever: once the obstacle is removed, the erasure continues.
        retryAfterMs: (attempts, error) => (error instanceof NotNow ? error.afterMs : backoffMs(attempts, 60_000, 1_000)),
      },
    ],
  };
}

function forgetOldTasks(host: Host, database: Database, store: ErasureStore): void {
  removeOld(host, "tasks of erasures", ledgerMs, (limit) => store.removeOldDone(database, ledgerKeptMs, limit));
}

// A process that mounts the same module twice, as tests do, declares its statements once.
function storeOf(schema: string, settledBefore: Sql | undefined): ErasureStore {
  let store = stores.get(schema);
  if (store === undefined) {
    store = erasureStore(schema, settledBefore);
    stores.set(schema, store);
  }
  return store;
}
