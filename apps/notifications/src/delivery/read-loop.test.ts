import type { Db } from "@parley/database";
import { createLogger } from "@parley/runtime";
import { expect, test } from "vitest";
import { Hand } from "./hand.ts";
import { ReadLoop } from "./read-loop.ts";
import type { Asked } from "./read-ready.store.ts";

const row = (deliveryId: number, bytes: number) => ({
  apiKeyId: "pk",
  target: "raw",
  deliveryId,
  bytes,
  fence: 1,
  groupFence: 1,
  tries: 0,
});
const ownership = {
  owner: "me",
  leaving: new Set<string>(),
  others: 0,
  renewalMs: 1_000,
  keep: async () => {},
  worked: () => {},
  claim: async () => false,
};

/** The first read of a loop whose process already holds rows of these sizes. */
async function firstAsked(bytes: readonly number[]): Promise<Asked> {
  const hand = new Hand<ReturnType<typeof row>>(() => "s");
  hand.add(bytes.map((each, index) => row(index, each)));
  const { promise, resolve } = Promise.withResolvers<Asked>();
  const loop = new ReadLoop(
    hand,
    ownership,
    { maxClaimed: 100 },
    {
      queue: {
        kind: "webhook",
        promotedAtOnce: 10,
        promote: async () => 0,
        read: async (_, asked) => {
          resolve(asked);
          return { rows: [], last: undefined, isMore: false, free: [] };
        },
      },
      // No statement runs on it.
      database: {} as Db,
      what: "deliveries",
      roomsOf: (room) => ({ perGroup: room, groups: new Map(), perKey: room, keys: new Map() }),
      onRead: () => {},
      log: await createLogger({ level: "silent", pretty: false }),
    },
  );
  loop.start();
  const asked = await promise;
  await loop.stop();
  return asked;
}

const half = 32 * 1024 * 1024;

test("nothing more is read while what is in hand has as many bytes as it may", async () => {
  expect(await firstAsked([half, half - 1])).toMatchObject({ rooms: { perGroup: 98 }, limit: 98 });
  expect(await firstAsked([half, half])).toMatchObject({ rooms: { perGroup: 0 }, limit: 0 });
});
