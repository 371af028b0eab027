import type { ItemResult } from "./gen/parley/common/v1/item_result_pb.js";

/** The codes of failed items in a batch, as on the wire: a closed set whose words never change. */
export const itemCodes = [
  "not_found",
  "already_exists",
  "invalid",
  "failed_precondition",
  "quota_reached",
  "thread_full",
  "access_disabled",
  "content_removed",
  "not_own",
  "payload_removed",
  "cycle",
  "too_deep",
] as const;

type ItemCode = (typeof itemCodes)[number];

/** The result of one item of a batch. */
export interface Result extends Pick<ItemResult, "id" | "success" | "message"> {
  /** Empty on success. */
  readonly code: ItemCode | "";
}

export function succeeded(id: string, message: string): Result {
  return { id, success: true, message, code: "" };
}

export function failed(id: string, code: ItemCode, message: string): Result {
  return { id, success: false, message, code };
}
