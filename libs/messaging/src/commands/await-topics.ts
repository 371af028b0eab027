import { setTimeout as delay } from "node:timers/promises";
import type { Admin } from "kafkajs";

// The controller responds before brokers have applied its decision, which takes them milliseconds, or seconds on a starved machine.
const withinMs = 60_000;
const pauseMs = 50;
// Broker errors for a topic that they do not know yet, and for one without a leader.
const notYet = new Set(["UNKNOWN_TOPIC_OR_PARTITION", "LEADER_NOT_AVAILABLE"]);

/**
 * Waits until newly created topics can be used: until brokers know them, with a leader for each partition. Fails with the brokers' last
 * error after a minute, and at once with a permanent one.
 */
export async function awaitTopics(admin: Pick<Admin, "fetchTopicMetadata">, topics: readonly string[]): Promise<void> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const error = await refusal(admin, topics);
    if (error === undefined) return;
    if (performance.now() > untilMs) throw error;
    await delay(pauseMs);
  }
}

async function refusal(admin: Pick<Admin, "fetchTopicMetadata">, topics: readonly string[]): Promise<Error | undefined> {
  try {
    await admin.fetchTopicMetadata({ topics: [...topics] });
    return undefined;
  } catch (error) {
    if (error instanceof Error && "type" in error && notYet.has(String(error.type))) return error;
    throw error;
  }
}
