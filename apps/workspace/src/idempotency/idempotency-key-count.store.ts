import { rowCount } from "@parley/database";
import { idempotencyRecords } from "../schema.ts";

/** How many idempotency keys of the last day a caller has. */
export const countIdempotencyKeys = rowCount("workspace.idempotency_keys_count_part", idempotencyRecords.scopeId, [
  idempotencyRecords.idempotencyKey,
]);
