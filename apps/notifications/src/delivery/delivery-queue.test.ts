import type { Database } from "@parley/database";
import { createLogger } from "@parley/runtime";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Channel, Recorded } from "./channel.ts";
import type { Claimed } from "./claimed.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import type { Asked } from "./read-ready.store.ts";

const row = (deliveryId: number): Claimed => ({ apiKeyId: "pk", target: "raw", deliveryId, bytes: 1, fence: 1, groupFence: 1, tries: 0 });
const metric = (name: string) => ({ name, help: name });
const limits = { leaseMs: 10_000, maxClaimed: 100, concurrency: 100, bounds: { concurrency: 8, perSecond: 100, breakerFailures: 5 } };
// Only the lease is written.
const database = { row: async () => ({ others: 0, living: "me" }), rows: async () => [] as unknown[] } as unknown as Database;

test("a delivery that is being put off behind an earlier one of its sequence is not read again, although its destination gives it back", async () => {
  const reads: Asked[] = [];
  const [isPuttingOff, isPutOff, isReadAgain] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const channel: Channel<Claimed, Claimed, Recorded> = {
    queue: {
      kind: "webhook",
      promotedAtOnce: 10,
      promote: async () => 0,
      still: async (_, rows) => new Set(rows.map(({ deliveryId }) => deliveryId)),
      read: async (_, asked) => {
        if (reads.push(asked) > 1) isReadAgain?.resolve();
        return { rows: reads.length > 1 ? [] : [row(1), row(2), row(3)], last: undefined, isMore: false, free: [] };
      },
      putOff: async () => {
        isPuttingOff?.resolve();
        await isPutOff?.promise;
      },
    },
    what: "deliveries",
    metricNames: { running: metric("running"), claimed: metric("held"), takenOver: metric("taken_over") },
    isOrdered: true,
    prepare: async (rows) => ({ ready: rows, waiting: [], outcomes: [] }),
    destinationOf: ({ target }) => target,
    sequenceOf: ({ deliveryId }) => (deliveryId < 3 ? "first" : "second"),
    roomsOf: (_, room) => ({ perGroup: room, groups: new Map(), perKey: room, keys: new Map() }),
    send: async ({ deliveryId }, { returnWaiting }) => {
      if (deliveryId < 3) return { delayMs: 1_000 };
      await isPuttingOff?.promise;
      returnWaiting();
      return undefined;
    },
    record: async ({ length }) => length,
  };
  const log = await createLogger({ level: "silent", pretty: false });
  const queue = new DeliveryQueue(channel, limits, { database, log, metrics: new Registry() });

  queue.start();
  await isReadAgain?.promise;

  expect(reads[1]?.inHand).toContain(2);
  isPutOff?.resolve();
  await queue.stop();
});
