import type { DescMessage } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { type Arrival, batchConsumer, type Consumer } from "@parley/messaging";

/** Hands what arrives from the activity service to all of these, in one transaction: a topic has one consumer in a service. */
export function eachTrigger(consumers: readonly Consumer[]): Consumer {
  return batchConsumer(
    webhookTriggersTopic,
    async (tx, arrivals: readonly Arrival<DescMessage, readonly unknown[]>[]) => {
      for (const [index, each] of consumers.entries()) {
        await each.handle(
          tx,
          arrivals.map(({ event, prepared }) => ({ event, prepared: prepared[index] })),
        );
      }
    },
    {
      prepare: (event) => Promise.all(consumers.map((each) => each.prepare?.(event))),
      afterCommit: () => {
        for (const each of consumers) each.afterCommit?.();
      },
    },
  );
}
