import type { Host } from "@parley/runtime";
import type { Bus } from "../bus/bus.ts";
import type { Listener } from "./consumer.ts";
import { decode, readEnvelope } from "./envelope.ts";

/**
 * Subscribes listeners to broadcast events. An event that cannot be read or handled is logged and dropped: a broadcast is a hint, never the
 * record.
 */
export function subscribeListeners({ log }: Host, bus: Bus, listeners: readonly Listener[]): { stop(): Promise<void> }[] {
  return listeners.map(({ topic, onEvent }) => {
    const subscribed = bus.subscribe({
      group: `news.${topic.name}`,
      topics: [topic.name],
      concurrency: 1,
      broadcast: true,
      handle: async (messages) => {
        for (const message of messages) {
          try {
            onEvent(decode(topic, readEnvelope(message)));
          } catch (error) {
            log.warn({ err: error, topic: topic.name }, "A broadcast event could not be handled and was dropped.");
          }
        }
        return [];
      },
    });
    return { stop: () => subscribed.close() };
  });
}
