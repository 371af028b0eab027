import type { ActivityDraft, NewActivity, User } from "@parley/contracts/activity";
import { deterministicId } from "@parley/kernel";
import { lastOfEach } from "../batches/results.ts";
import { storedUser } from "../people/user.ts";
import type { NewActivityColumns } from "./activities.store.ts";

const defaultFeature = "custom";

/** Records added by the customer's server. `immutable` applies to all of them. */
export function activitiesOf(activities: readonly NewActivity[], immutable: boolean): NewActivityColumns[] {
  return eachOnce(
    activities.map((activity) => ({
      ...columnsOf(activity, activity.actionUser, immutable),
      documentId: activity.documentId || null,
      targetEntityId: activity.targetEntityId || null,
      targetSubEntityId: activity.targetSubEntityId || null,
      ...given("metadata", activity.metadataJson),
      isActivityResolverUsed: activity.isActivityResolverUsed,
      createdAtMs: activity.createdAtMs === undefined ? null : Number(activity.createdAtMs),
    })),
  );
}

/** Records that a user adds to the log of a document. */
export function activitiesBy(user: User, documentId: string, drafts: readonly ActivityDraft[], immutable: boolean): NewActivityColumns[] {
  return eachOnce(
    drafts.map((draft) => ({
      ...columnsOf(draft, user, immutable),
      documentId,
      targetEntityId: null,
      targetSubEntityId: null,
      isActivityResolverUsed: false,
      createdAtMs: null,
    })),
  );
}

type Draft = Omit<ActivityDraft, "$typeName" | "$unknown">;

function columnsOf(draft: Draft, user: User | undefined, immutable: boolean) {
  return {
    id: draft.id || deterministicId("act"),
    featureType: draft.featureType || defaultFeature,
    actionType: draft.actionType,
    actionUserId: user?.userId ?? null,
    actionUser: user === undefined ? null : storedUser(user),
    immutable: immutable || draft.immutable,
    ...given("changes", draft.changesJson),
    ...given("entityData", draft.entityDataJson),
    ...given("entityTargetData", draft.entityTargetDataJson),
    ...given("template", draft.displayMessageTemplate),
    ...given("templateData", draft.displayMessageTemplateDataJson),
    ...given("actionIcon", draft.actionIcon),
  };
}

// An absent value is not stored; an existing record keeps its value.
function given<Key extends string>(key: Key, text: string): Partial<Record<Key, string>> {
  return text === "" ? {} : ({ [key]: text } as Record<Key, string>);
}

function eachOnce(activities: readonly NewActivityColumns[]): NewActivityColumns[] {
  return lastOfEach(activities, ({ id }) => id);
}
