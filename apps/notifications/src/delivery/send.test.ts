import { expect, test } from "vitest";
import type { Channel, Recorded } from "./channel.ts";
import { Destination } from "./destination.ts";
import { Hand } from "./hand.ts";
import type { Held } from "./held.ts";
import { send } from "./send.ts";

const delivery: Held = { apiKeyId: "pk", target: "raw", deliveryId: 1, bytes: 1, fence: 1, groupFence: 1, tries: 0 };

test.each([
  { isLapsed: false, sent: 1 },
  { isLapsed: true, sent: 0 },
])("a process whose lease may have expired sends nothing that it holds (expired: $isLapsed)", async ({ isLapsed, sent }) => {
  const hand = new Hand<Held>(({ apiKeyId }) => apiKeyId);
  hand.add([delivery]);
  let attempts = 0;
  const channel = {
    send: async () => {
      attempts++;
      return undefined;
    },
  } as unknown as Channel<Held, Held, Recorded>;
  const nothing = { rest: () => undefined, onOutcome: () => undefined, putOff: async () => undefined };
  const giveBack = (rows: readonly Held[]) => hand.drop(rows);
  const destination = new Destination<Held>("endpoint", { concurrency: 1, perSecond: 1, breakerFailures: 1 });

  await send({ channel, hand, isLapsed: () => isLapsed, giveBack, ...nothing }, destination, delivery, new AbortController().signal);

  // Dropped either way: it was withdrawn, or is to be read again by its owner.
  expect([attempts, hand.count]).toEqual([sent, 0]);
});
