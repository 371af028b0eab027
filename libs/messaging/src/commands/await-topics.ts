import { setTimeout as delay } from "node:timers/promises";
import type { Admin } from "kafkajs";

// A controller answers before brokers have applied what it has decided, which takes them milliseconds, or seconds on a starved machine.
const withinMs = 60_000;
const pauseMs = 50;
// What brokers answer of a topic that they have not heard of yet, and of one whose leader is still to begin.
const notYet = new Set(["UNKNOWN_TOPIC_OR_PARTITION", "LEADER_NOT_AVAILABLE"]);

/**
 * Waits until topics that have just been created can be used: until brokers know them, with a leader for each partition. Fails with the brokers'
 * last answer after a minute, and at once with an answer that time does not change.
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
