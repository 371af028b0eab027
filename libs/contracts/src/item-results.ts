import type { ItemResult } from "./gen/parley/common/v1/item_result_pb.js";

/** The result of one item of a batch. */
export type Result = Pick<ItemResult, "id" | "success" | "message" | "code">;

export function succeeded(id: string, message: string): Result {
  return { id, success: true, message, code: "" };
}

/** `code` is a permanent snake_case word that programs may test. */
export function failed(id: string, code: string, message: string): Result {
  return { id, success: false, message, code };
}
