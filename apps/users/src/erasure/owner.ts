import type { Db } from "@parley/database";
import { countRemoval as countRows, erasureOwner, type LostErasure, mergeRemovals, userSubject, wouldBe } from "@parley/erasure";
import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
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

export const countRemoval = ({ database, erasers }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countRows(database, erasers, wouldBe(request)) });
};

export const listOpenErasures = ({ database }: Context): Handler<"listOpenErasures"> => {
  return (request) => erasures.listOpen(database, request);
};

export const listRemovals = ({ database, directory }: Context): Handler<"listRemovals"> => {
  return async ({ apiKeyId, jobId, openOnly, pageSize, pageToken }) => {
    const request = { apiKeyId, jobId, openOnly, pageSize, pageToken };
    const pages = await Promise.all([erasures.listRemovals(database, request), directory.listRemovals(request)]);
    return mergeRemovals(pages, pageSize);
  };
};

export const setRemovalPaused = ({ database, directory }: Context): Handler<"setRemovalPaused"> => {
  return async ({ apiKeyId, jobId, paused }) => {
    const own = await database.transaction((tx) => erasures.setPaused(tx, { apiKeyId, jobId }, paused));
    const { found, completed } = own.found ? own : await directory.setRemovalPaused({ apiKeyId, jobId, paused });
    if (!found) throw notFound(`There is no removal ${shortened(jobId)}.`, "removal_not_found");
    return { completed };
  };
};
