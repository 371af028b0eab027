import { failed, type Result, succeeded } from "@parley/contracts/common";
import { currentContext, type Failure } from "@parley/kernel";

/**
 * The result of each item of a deletion: `done` for deleted ones, and `not_found` with the message of `missing` for the others. If the
 * request is a repeat of one whose response was lost, missing items count as deleted, because the first attempt may have deleted them.
 */
export function deletionResults(
  ids: readonly string[],
  deleted: ReadonlySet<string>,
  done: string,
  missing: (id: string) => string,
): Result[] {
  const isDone = wasSentBefore();
  return ids.map((id) => (deleted.has(id) || isDone ? succeeded(id, done) : failed(id, "not_found", missing(id))));
}

/** The same for the deletion of one thing: fails with `missing`, unless the request is a repeat. */
export function refuseUnlessRepeated(missing: Failure): void {
  if (!wasSentBefore()) throw missing;
}

function wasSentBefore(): boolean {
  return currentContext()?.isRepetition === true;
}
