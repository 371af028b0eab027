import { erasureRequestsTopic } from "@parley/contracts/topics";
import type { Database } from "@parley/database";
import { type Consumer, consumer, LeaseLost, type MessageStore, type Worker } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import type { Eraser } from "../eraser.ts";
import { type Erasers, type ErasureKind, type ErasureService, erasureKinds, type Task } from "../plan.ts";
import type { ErasureConfig } from "../settings.ts";
import { erasureMetrics, type TimePart } from "./erasure-metrics.ts";
import { type ErasureStore, erasureStore } from "./erasure-store.ts";
import { marksOf } from "./marks-of.ts";
import { NotNow, TaskRun } from "./task-run.ts";

interface ErasureWorkOptions<Service extends ErasureService> {
  /** The schema, by which tasks name the service. */
  readonly service: Service;
  readonly database: Database;
  readonly messages: MessageStore;
  readonly erasers: Erasers<Service>;
}

export interface ErasureWork {
  readonly consumers: readonly Consumer[];
  readonly workers: readonly Worker[];
  /** A consumer that keeps what its events say: without those that a removal has overtaken. */
  readonly guard: (consumer: Consumer) => Consumer;
}

export const workKind = "erasure";

const stores = new Map<string, ErasureStore>();

/**
 * What a service does to remove data: the consumer that takes over its tasks of a job, each as leased work, and the worker that does them chunk
 * by chunk. To be handed to `useMessaging`.
 */
export function erasureWork<Service extends ErasureService>(
  host: Host,
  config: ErasureConfig,
  { service, database, messages, erasers }: ErasureWorkOptions<Service>,
): ErasureWork {
  const store = storeOf(service);
  const { rows, seconds } = erasureMetrics(host.metrics);
  const eraserOf = (kind: ErasureKind, collection: string) => (erasers[kind] as Readonly<Record<string, Eraser | undefined>>)[collection];
  return {
    guard: marksOf(service).guard,
    consumers: [commands(service, messages, store)],
    workers: [
      {
        kind: workKind,
        concurrency: config.erasureConcurrency,
        perKey: Math.max(1, Math.ceil(config.erasureConcurrency / 2)),
        leaseMs: config.erasureLeaseMs,
        handle: async (lease) => {
          const onRows = (collection: string, count: number) => rows.inc({ schema: service, collection }, count);
          const onTime = (part: TimePart, stage: number, ms: number) => seconds.inc({ schema: service, stage, part }, ms / 1_000);
          const run = new TaskRun({ service, database, messages, store, lease, config, eraserOf, onRows, onTime });
          try {
            await run.run();
          } catch (error) {
            // Nobody waits for the answer: this line is how an operator learns why a removal stands still.
            if (!(error instanceof NotNow || error instanceof LeaseLost || lease.signal.aborted))
              host.log.warn(
                { err: error, service, ...run.task, attempts: lease.attempts },
                "A task of a removal failed and will be tried again.",
              );
            throw error;
          }
        },
        // Never given up: what stands in the way is put right, and then the removal goes on.
        retryAfterMs: (attempts, error) => (error instanceof NotNow ? error.afterMs : Math.min(60_000, 500 * 2 ** Math.min(attempts, 10))),
      },
    ],
  };
}

function commands(service: string, messages: MessageStore, store: ErasureStore): Consumer {
  return consumer(erasureRequestsTopic, async (tx, { message: { apiKeyId, jobId, owner, command } }) => {
    const addTasks = async (tasks: readonly Task[], stage: number) => {
      const own = tasks.filter((task) => task.service === service && task.stage === stage);
      await messages.addWork(
        tx,
        workKind,
        own.map(({ collection }) => ({
          apiKeyId,
          dedupeKey: `${jobId}/${stage}/${collection}`,
          payload: JSON.stringify({ jobId, collection, stage, page: "", rows: 0 }),
        })),
      );
    };
    if (command.case === "begin") {
      const { kind, requestedAtMs, scope, tasks } = command.value;
      const own = tasks.filter((task) => task.service === service);
      if (own.length === 0) return;
      const { userIds = [], organizationIds = [], documentIds = [], locationIds = [], locationName = "" } = scope ?? {};
      const erasure = {
        apiKeyId,
        jobId,
        kind: erasureKinds.find((known) => known === kind) ?? unknownKind(kind),
        requestedAtMs: Number(requestedAtMs),
        scope: { userIds, organizationIds, documentIds, locationIds, locationName },
      };
      await store.insert(tx, owner, erasure, own.length);
      await addTasks(tasks, 1);
    } else if (command.case === "continue") {
      for (const stage of new Set(command.value.tasks.map((task) => task.stage))) await addTasks(command.value.tasks, stage);
    } else if (command.case === "pace") {
      const { paused, rowsPerSecond } = command.value;
      await store.pace(tx, { apiKeyId, jobId, paused, rowsPerSecond });
    }
  });
}

// Kept as a dead letter, to be handled when this service has been brought to the version that knows it.
function unknownKind(kind: string): never {
  throw new Error(`This version cannot remove a ${kind}.`);
}

// A process that mounts the same module twice, as tests do, declares its statements once.
function storeOf(schema: string): ErasureStore {
  let store = stores.get(schema);
  if (store === undefined) {
    store = erasureStore(schema);
    stores.set(schema, store);
  }
  return store;
}
