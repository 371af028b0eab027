import type { Db } from "@parley/database";
import { erasureOwner, type LostErasure, userSubject } from "@parley/erasure";
import { messages } from "../messages.ts";
import { eraseProfiles } from "./erasure.store.ts";

/** Owns the erasures of users' data. */
export const erasures = erasureOwner("users", messages);

interface UserRemoval {
  readonly apiKeyId: string;
  readonly requestedAtMs: number;
  readonly scope: Pick<LostErasure["scope"], "userIds" | "organizationIds" | "aheadMs">;
  /** Generated when absent. */
  readonly jobId?: string;
}

/** Hides users and begins the erasure of their data. */
export async function beginRemoval(tx: Db, { apiKeyId, requestedAtMs, scope, ...given }: UserRemoval) {
  const { userIds, organizationIds, aheadMs } = scope;
  const profiles = organizationIds.length === 0 ? await eraseProfiles(tx, apiKeyId, userIds, requestedAtMs) : 0;
  const atOnce = { collection: "profiles", rows: profiles };
  const subjects = userIds.map((id) => [userSubject(id)]);
  return erasures.start(tx, {
    apiKeyId,
    kind: "user",
    requestedAtMs,
    scope: { userIds, organizationIds, aheadMs },
    subjects,
    atOnce,
    ...given,
  });
}
