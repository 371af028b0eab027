import { failed, type Result, succeeded } from "@parley/contracts/common";
import { currentContext, type Failure } from "@parley/kernel";

/**
 * What became of each item of a deletion: `done` of those that were deleted, and `not_found` with the sentence of `missing` of the others. A
 * repetition is answered as the request that nobody heard the answer of: what is not there any more was deleted then.
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

/** The same for the deletion of one thing that was not found: fails with `missing`, unless the request is a repetition. */
export function refuseUnlessRepeated(missing: Failure): void {
  if (!wasSentBefore()) throw missing;
}

function wasSentBefore(): boolean {
  return currentContext()?.isRepetition === true;
}
