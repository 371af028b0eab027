import { expect, test } from "vitest";
import type { Addressing } from "./channel.ts";
import type { Held } from "./held.ts";
import type { QueueLimits } from "./queue-limits.ts";
import { Schedule } from "./schedule.ts";

const delivery: Held = { apiKeyId: "pk", target: "raw", deliveryId: 1, bytes: 1, fence: 1, groupFence: 1, tries: 0 };
const limits = { concurrency: 8, bounds: { concurrency: 8, perSecond: 100, breakerFailures: 10 } } as QueueLimits;

test.each([
  { mayBegin: true, sent: [1], givenBack: [] },
  { mayBegin: false, sent: [], givenBack: [1] },
])("a process whose lease may have expired sends nothing that it holds (valid: $mayBegin)", ({ mayBegin, sent, givenBack }) => {
  const [began, returned] = [[] as number[], [] as number[]];
  const addressing: Addressing<Held> = { destinationOf: ({ target }) => target, sequenceOf: ({ deliveryId }) => String(deliveryId) };
  const schedule = new Schedule<Held>(addressing, limits, {
    send: async (_, { deliveryId }) => void began.push(deliveryId),
    mayBegin: () => mayBegin,
    recall: (rows) => returned.push(...rows.map(({ deliveryId }) => deliveryId)),
  });

  schedule.add([delivery]);

  expect([began, returned]).toEqual([sent, givenBack]);
});
