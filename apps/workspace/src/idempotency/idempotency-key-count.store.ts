import { rowCount } from "@parley/database";
import { idempotencyRecords } from "../schema.ts";

/** The number of a caller's idempotency keys of the last day. */
export const countIdempotencyKeys = rowCount("workspace.idempotency_keys_count_part", idempotencyRecords.scopeId, [
  idempotencyRecords.idempotencyKey,
]);
