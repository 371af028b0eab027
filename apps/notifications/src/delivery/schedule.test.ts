import { expect, test } from "vitest";
import type { Addressing } from "./channel.ts";
import type { Claimed } from "./claimed.ts";
import type { QueueLimits } from "./destination.ts";
import { Schedule } from "./schedule.ts";

const delivery: Claimed = { apiKeyId: "pk", target: "raw", deliveryId: 1, bytes: 1, fence: 1, groupFence: 1, tries: 0 };
const limits = { concurrency: 8, bounds: { concurrency: 8, perSecond: 100, breakerFailures: 10 } } as QueueLimits;

test.each([
  { mayBegin: true, sent: [1], givenBack: [] },
  { mayBegin: false, sent: [], givenBack: [1] },
])("a process whose lease may have expired sends nothing that it holds (valid: $mayBegin)", ({ mayBegin, sent, givenBack }) => {
  const began = [] as number[];
  const returned = [] as number[];
  const addressing: Addressing<Claimed> = { destinationOf: ({ target }) => target, sequenceOf: ({ deliveryId }) => String(deliveryId) };
  const schedule = new Schedule<Claimed>(addressing, limits, {
    send: async (_, { deliveryId }) => void began.push(deliveryId),
    mayBegin: () => mayBegin,
    recall: (rows) => returned.push(...rows.map(({ deliveryId }) => deliveryId)),
  });

  schedule.add([delivery]);

  expect([began, returned]).toEqual([sent, givenBack]);
});
