import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { quotaReached } from "@parley/runtime";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf } from "../people/user.ts";
import { documentMissing } from "../places/documents.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { insertActivities, type LockedActivity, type NewActivityColumns } from "./activities.store.ts";
import { activitiesBy, activitiesOf } from "./activity-to-add.ts";
import { changeActivities } from "./change-activities.ts";
import { documentsOfActivities, eraseStaleActivities } from "./stale-activities.store.ts";

export const addActivities = (context: Context): Handler<"addActivities"> => {
  return async ({ apiKeyId, organizationId, activities }) => {
    const { immutable } = await context.keyOptions.of(apiKeyId);
    return { results: await addWhereDocumentsExist(context, { apiKeyId, organizationId }, activitiesOf(activities, immutable)) };
  };
};

export const addActivitiesByUser = (context: Context): UserHandler<"addActivities"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    const { apiKeyId, organizationId, documentId, activities } = request;
    const { immutable } = await context.keyOptions.of(apiKeyId);
    const records = activitiesBy(actor, documentId, activities, immutable);
    return { results: await storeActivities(context, { apiKeyId, organizationId }, records) };
  };
};

/** Adds the records whose document exists, and rejects the others. For a record without a document the organization must exist. */
async function addWhereDocumentsExist(
  context: Context,
  scope: OrganizationScope,
  activities: readonly NewActivityColumns[],
): Promise<Result[]> {
  const existing = await context.documents.existing(scope, [...new Set(activities.map(documentIdOf))]);
  const placeable = activities.filter((activity) => existing.has(documentIdOf(activity)));
  const results = await storeActivities(context, scope, placeable);
  const byId = new Map(results.map((result) => [result.id, result]));
  return activities.map(
    (activity) =>
      byId.get(activity.id) ?? documentMissing(activity.id, { organizationId: scope.organizationId, documentId: documentIdOf(activity) }),
  );
}

// The empty id stands for the organization itself.
function documentIdOf({ documentId }: NewActivityColumns): string {
  return documentId ?? "";
}

/** Adds records. Existing records are changed unless they are immutable. Repeating the same content always succeeds. */
async function storeActivities(context: Context, scope: OrganizationScope, activities: readonly NewActivityColumns[]): Promise<Result[]> {
  const { created, refused } = await insertNew(context, scope, activities);
  const existing = activities.filter(({ id }) => !created.has(id) && !refused.has(id));
  const locked = existing.length === 0 ? new Map<string, LockedActivity>() : await changeActivities(context.database, scope, existing);
  return activities.map(({ id }) => {
    if (refused.has(id)) return failed(id, quotaReached, context.limits.activities.refusal);
    return created.has(id) ? succeeded(id, "The activity was added.") : repeatResult(id, locked.get(id));
  });
}

interface Inserted {
  readonly created: ReadonlySet<string>;
  /** New records that exceed the quota. */
  readonly refused: ReadonlySet<string>;
}

async function insertNew(context: Context, scope: OrganizationScope, activities: readonly NewActivityColumns[]): Promise<Inserted> {
  await context.limits.activities.prepare(scope.apiKeyId, activities.length);
  const first = await insertAdmitted(context, scope, activities);
  const met = activities.filter(({ id }) => !first.created.has(id));
  if (met.length === 0) return first;
  const metIds = met.map(({ id }) => id);
  await releaseActivityIds(context, scope, metIds);
  const second = await insertAdmitted(context, scope, met);
  return { created: new Set([...first.created, ...second.created]), refused: second.refused };
}

async function insertAdmitted(
  { database, limits }: Context,
  scope: OrganizationScope,
  activities: readonly NewActivityColumns[],
): Promise<Inserted> {
  const { result: created, refused } = await limits.activities.admitNew(scope.apiKeyId, activities, {
    needless: async (some) => {
      const placed = await documentsOfActivities(
        database,
        scope,
        some.map(({ id }) => id),
      );
      const existing = new Set(placed.map(({ id }) => id));
      return new Set(some.filter(({ id }) => existing.has(id)));
    },
    add: async (admitted) => (admitted.length === 0 ? new Set<string>() : insertActivities(database, scope, admitted)),
    addedBy: ({ size }) => size,
  });
  return { created, refused: new Set(refused.map(({ id }) => id)) };
}

function repeatResult(id: string, activity: LockedActivity | undefined): Result {
  if (activity === undefined) return failed(id, "not_found", `The activity ${shortened(id)} does not exist.`);
  if (!activity.differs) return succeeded(id, "The activity is already stored with these values.");
  return activity.immutable ? immutableResult(id) : succeeded(id, "The activity was updated.");
}

/** The failure of a change to an immutable record. */
export function immutableResult(id: string): Result {
  return failed(id, "failed_precondition", `The activity ${shortened(id)} is immutable.`);
}

// A deleted document can be added again with the same ids before the erasure has reached its old rows. These rows must not count as
// existing: they are erased first, and the insert is repeated. The insert is also repeated when no old row was found, because the erasure
// may just have deleted it. Each record belongs to its own document or to none.
async function releaseActivityIds({ documents, database }: Context, scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  const placed = await documentsOfActivities(database, scope, ids);
  const documentIds = [...new Set(placed.map(({ documentId }) => documentId))];
  if (documentIds.length === 0) return;
  const untils = await documents.removedUntil(scope, documentIds);
  const untilOf = new Map(documentIds.map((documentId, index) => [documentId, untils[index] ?? 0]));
  const left = placed.map(({ id, documentId }) => ({ id, untilMs: untilOf.get(documentId) ?? 0 }));
  await eraseStaleActivities(
    database,
    scope,
    left.filter(({ untilMs }) => untilMs > 0),
  );
}
