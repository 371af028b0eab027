import type { Result } from "@parley/contracts/common";
import { Failure, invalid, shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { inChunks } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import { endOfTimeMs } from "../paging/page.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { immutableResult } from "./add-activities.ts";
import { activitiesIn, lockToDelete, removeActivities } from "./delete-activities.store.ts";

/** Records that match each filter that is not empty. */
interface Wanted {
  readonly activityIds: readonly string[];
  readonly documentId: string;
  readonly targetEntityId: string;
}

// What one request deletes. Its answer has an entry for each.
const mostMatching = 10_000;
const readAtOnce = 1_000;
// The number of records per transaction.
const chunk = 500;

export const deleteActivities = (context: Context): Handler<"deleteActivities"> => {
  return async ({ apiKeyId, organizationId, activityIds, documentId, targetEntityId }) => {
    const scope = { apiKeyId, organizationId };
    const wanted = { activityIds: [...new Set(activityIds)], documentId, targetEntityId };
    if (wanted.activityIds.length === 0 && documentId === "" && targetEntityId === "") {
      throw invalid("data", "documentId, activityIds or targetEntityId is required.");
    }
    const ids = wanted.activityIds.length > 0 ? wanted.activityIds : await matchingIds(context, scope, wanted);
    return { results: await inChunks(ids, chunk, (some) => deleteChunk(context, scope, some, wanted)) };
  };
};

/** The ids of all records in a place. Fails with `failed_precondition` if there are too many for a request. */
async function matchingIds({ database }: Context, scope: OrganizationScope, wanted: Wanted): Promise<string[]> {
  const matching: string[] = [];
  let behind = { afterMs: -1, afterRef: endOfTimeMs };
  for (;;) {
    const rows = await activitiesIn(database, scope, wanted, { ...behind, limit: readAtOnce });
    matching.push(...rows.filter((row) => isWanted(row.documentId, wanted.documentId)).map(({ id }) => id));
    if (matching.length > mostMatching) throw tooMany();
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return matching;
    behind = { afterMs: last.createdAtMs, afterRef: last.ref };
  }
}

function isWanted(stored: string | null, wanted: string): boolean {
  return wanted === "" || stored === wanted;
}

function tooMany(): Failure {
  const message = `More than ${mostMatching} activities match; name fewer, by activityIds or targetEntityId.`;
  return new Failure("failed_precondition", message, { reason: "too_many" });
}

/** Deletes the matching ones of these records in a transaction. Those that do not match are reported as missing. */
function deleteChunk(
  { database }: Context,
  scope: OrganizationScope,
  ids: readonly string[],
  { documentId, targetEntityId }: Wanted,
): Promise<Result[]> {
  return database.transaction(async (tx) => {
    const locked = (await lockToDelete(tx, scope, ids)).filter(
      (row) => isWanted(row.documentId, documentId) && isWanted(row.targetEntityId, targetEntityId),
    );
    const removed = locked.filter(({ immutable }) => !immutable);
    if (removed.length > 0) {
      await removeActivities(
        tx,
        scope.apiKeyId,
        removed.map(({ place }) => place),
      );
    }
    const immutable = new Set(locked.filter((row) => row.immutable).map(({ id }) => id));
    const deleted = new Set(removed.map(({ id }) => id));
    const missing = (id: string) => `The activity ${shortened(id)} does not exist.`;
    return deletionResults(ids, deleted, "The activity was deleted.", missing).map((result) =>
      immutable.has(result.id) ? immutableResult(result.id) : result,
    );
  });
}
