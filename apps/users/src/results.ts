import type { ItemResult } from "@parley/contracts/common";

export type Result = Pick<ItemResult, "id" | "success" | "message" | "code">;

export function succeeded(id: string, message: string): Result {
  return { id, success: true, message, code: "" };
}

export function failed(id: string, code: string, message: string): Result {
  return { id, success: false, message, code };
}

/** The same failure for every id of a batch. */
export function allMissing(ids: readonly string[], message: string): Result[] {
  return ids.map((id) => failed(id, "not_found", message));
}
