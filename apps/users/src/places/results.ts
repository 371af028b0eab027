import { failed, type Result } from "@parley/contracts/common";

/** The same failure for every id of a batch. */
export function allMissing(ids: readonly string[], message: string): Result[] {
  return ids.map((id) => failed(id, "not_found", message));
}
