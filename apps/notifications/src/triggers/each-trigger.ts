import { webhookTriggersTopic } from "@parley/contracts/topics";
import { type Consumer, consumer } from "@parley/messaging";

/** Hands each event of the activity service to all of these, in one transaction: a topic has one consumer in a service. */
export function eachTrigger(consumers: readonly Consumer[]): Consumer {
  return consumer(
    webhookTriggersTopic,
    async (tx, event, prepared: readonly unknown[]) => {
      for (const [index, each] of consumers.entries()) await each.handle(tx, event, prepared[index]);
    },
    {
      prepare: (event) => Promise.all(consumers.map((each) => each.prepare?.(event))),
      afterCommit: () => {
        for (const each of consumers) each.afterCommit?.();
      },
    },
  );
}
