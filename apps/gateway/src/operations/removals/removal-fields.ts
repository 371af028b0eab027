import type { Removal } from "@parley/contracts/erasure";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";
import { texts } from "../texts.ts";

const kinds = ["user", "organization", "folder", "document", "location"] as const;
const states = ["running", "paused", "completed"] as const;

const removalTask = z.object({
  service: z.string().meta({ description: "The service that does the task." }),
  collection: z.string().meta({ description: "The collection of the service that the task goes through." }),
  stage: z.int().meta({ description: "1 removes, 2 checks again, 3 removes the rows that led to the others." }),
  done: z.boolean().meta({ description: "Whether the task is complete." }),
});

/** A job that removes data. */
export const storedRemoval = () =>
  z.object({
    jobId: z.string().meta(texts.jobId),
    kind: z.enum(kinds).meta({ description: "The kind of object that is removed. Its id is not recorded." }),
    state: z.enum(states).meta({ description: "State of the removal; a paused one continues once it is resumed." }),
    requestedAt: wholeNumber().meta({ description: "When the removal was requested; data written later stays." }),
    lastTaskCompletedTime: wholeNumber().meta({
      description: "When the last task was completed, in milliseconds since the epoch; 0 before the first.",
    }),
    tasksCount: z.int().meta({ description: "Number of tasks of the job." }),
    tasksLeft: z.int().meta({ description: "Never rises." }),
    rowsErased: wholeNumber().meta({ description: "Rows removed or changed by finished tasks." }),
    rowsPerSecond: z.int().meta({ description: "Maximum number of rows that each task removes per second; 0 for no limit." }),
    tasks: z.array(removalTask).meta({ description: "The remaining tasks; empty once the removal is complete." }),
  });

export function fromRemoval(removal: Removal) {
  const { jobId, kind, tasksCount, tasksLeft, rowsPerSecond, tasks } = removal;
  return {
    jobId,
    kind,
    state: stateOf(removal),
    requestedAt: Number(removal.requestedAtMs),
    lastTaskCompletedTime: Number(removal.lastTaskCompletedAtMs),
    tasksCount,
    tasksLeft,
    rowsErased: Number(removal.rowsErased),
    rowsPerSecond,
    tasks: tasks.map(({ service, collection, stage, done }) => ({ service, collection, stage, done })),
  };
}

function stateOf({ tasksLeft, paused }: Removal): (typeof states)[number] {
  if (tasksLeft === 0) return "completed";
  return paused ? "paused" : "running";
}
