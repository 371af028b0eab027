import type { erasureRequestsTopic } from "@parley/contracts/topics";
import type { event } from "@parley/messaging";
import type { ErasureScope, Task } from "../model/plan.ts";
import type { OpenJob } from "./open-jobs.ts";

/** A command from the owner of an erasure to the services. */
export type Command = NonNullable<Parameters<typeof event<typeof erasureRequestsTopic.message>>[1]["message"]["command"]>;

/** The command that begins or repeats a job, with the tasks to be done. */
export function beginOf(
  { kind, requestedAtMs, scope, stage }: Omit<OpenJob, "scope"> & { scope: Partial<ErasureScope> },
  tasks: readonly Task[],
): Command {
  return { case: "begin", value: { kind, requestedAtMs: BigInt(requestedAtMs), scope: mutable(scope), tasks: [...tasks], stage } };
}

/**
 * The commands of an open job for a service that may have missed it, or lost its record of it. They always include the pace: the event that
 * resumed the job may have been lost as well.
 */
export function commandsOf(job: OpenJob, tasks: readonly Task[]): readonly [Command, Command] {
  const { paused, rowsPerSecond } = job;
  const scope = JSON.parse(job.scope) as Partial<ErasureScope>;
  return [beginOf({ ...job, scope }, tasks), { case: "pace", value: { paused, rowsPerSecond } }];
}

function mutable({
  userIds = [],
  organizationIds = [],
  folderIds = [],
  documentIds = [],
  locationIds = [],
  locationName = "",
  aheadMs = 0,
}: Partial<ErasureScope>) {
  return {
    userIds: [...userIds],
    organizationIds: [...organizationIds],
    folderIds: [...folderIds],
    documentIds: [...documentIds],
    locationIds: [...locationIds],
    locationName,
    aheadMs,
  };
}
