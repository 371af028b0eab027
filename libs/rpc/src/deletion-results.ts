import { failed, type Result, succeeded } from "@parley/contracts/common";
import { currentCall } from "@parley/kernel";

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
  const wasSentBefore = currentCall()?.isRepetition === true;
  return ids.map((id) => (deleted.has(id) || wasSentBefore ? succeeded(id, done) : failed(id, "not_found", missing(id))));
}
