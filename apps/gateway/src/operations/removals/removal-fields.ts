import type { Removal } from "@parley/contracts/erasure";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const kinds = ["user", "organization", "folder", "document", "location"] as const;
const states = ["running", "paused", "completed"] as const;

const removalTask = z.object({
  service: z.string().meta({ description: "Whose task it is." }),
  collection: z.string().meta({ description: "What of the service it looks through." }),
  stage: z.int().meta({ description: "1 removes, 2 checks again, 3 removes the rows by which others were found." }),
  done: z.boolean().meta({ description: "Whether nothing is left of it." }),
});

/** A job that removes data. */
export const storedRemoval = () =>
  z.object({
    jobId: z.string(),
    kind: z.enum(kinds).meta({ description: "What is removed. Which one is not recorded." }),
    state: z.enum(states),
    requestedAt: wholeNumber().meta({ description: "What was written later stays." }),
    lastTaskCompletedTime: wholeNumber().meta({ description: "0 before the first task is done." }),
    tasksCount: z.int(),
    tasksLeft: z.int().meta({ description: "Never rises." }),
    rowsErased: wholeNumber().meta({ description: "Rows removed or changed by finished tasks." }),
    rowsPerSecond: z.int().meta({ description: "Maximum number of rows that each task removes per second; 0 for no limit." }),
    tasks: z.array(removalTask).meta({ description: "Empty when the removal is complete." }),
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
