import { failed, type Result, succeeded } from "@parley/contracts/common";
import { currentContext, type Failure } from "@parley/kernel";

/**
 * The result of each item of a deletion: `done` for those that were deleted, and `not_found` with the sentence of `missing` for the others.
 * A repeat of a request whose response was lost gets that response: what no longer exists was deleted then.
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

/** The same for the deletion of one thing that was not found: fails with `missing`, unless the request is a repeat. */
export function refuseUnlessRepeated(missing: Failure): void {
  if (!wasSentBefore()) throw missing;
}

function wasSentBefore(): boolean {
  return currentContext()?.isRepetition === true;
}
