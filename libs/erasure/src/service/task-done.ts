import { erasureTasksDoneTopic } from "@parley/contracts/topics";
import { type Event, event } from "@parley/messaging";
import type { DoneTask } from "./erasure-store.ts";

/** The event by which the owner of a removal learns that a task is done. */
export function taskDone(
  { apiKeyId, jobId, owner }: { apiKeyId: string; jobId: string; owner: string },
  service: string,
  { collection, stage, rows }: DoneTask,
): Event {
  const message = { apiKeyId, jobId, owner, task: { service, collection, stage }, rows: BigInt(rows) };
  return event(erasureTasksDoneTopic, { apiKeyId, key: jobId, message });
}
