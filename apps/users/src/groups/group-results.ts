import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { allMissing } from "../places/place.ts";
import type { GroupAndUsers, GroupKey } from "./group-members.store.ts";

/** The results of a batch about users of a group: an item succeeds if its user belongs to the group's organization. */
export function groupResults(
  ids: readonly string[],
  { organizationId, groupId }: GroupKey,
  { groupExists, userIds }: GroupAndUsers,
  done: string,
): Result[] {
  if (!groupExists) return allMissing(ids, groupMissing(organizationId, groupId));
  const known = new Set(userIds);
  return ids.map((id) =>
    known.has(id)
      ? succeeded(id, done)
      : failed(id, "not_found", `The user ${shortened(id)} is not in the organization ${shortened(organizationId)}.`),
  );
}

function groupMissing(organizationId: string, groupId: string): string {
  return `The group ${shortened(groupId)} does not exist in the organization ${shortened(organizationId)}.`;
}
