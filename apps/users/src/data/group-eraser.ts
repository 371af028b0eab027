import type { Db } from "@parley/database";
import { type Eraser, organizationRange } from "@parley/erasure";
import { deletedGroupsOf, forgetDeletedGroups } from "../groups/deleted-groups.store.ts";
import { eraseMembers } from "../groups/group-members.store.ts";
import { eraseGroups, selectDoomedGroups } from "./erasure.store.ts";

const groupsPerChunk = 100;

/** Removes the groups of an organization, each after its members, and the members of those that were deleted before. */
export const groupEraser: Eraser = {
  ranges: organizationRange,
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, ranges: [range], limit }) {
    const organizationId = range?.organizationId ?? "";
    const again = { range: 0, key: [] };
    const groups = await selectDoomedGroups(tx, { apiKeyId, organizationId, after: "", requestedAtMs, limit: groupsPerChunk });
    const groupRefs = groups.map(({ groupRef }) => groupRef);
    const members = await eraseMembers(tx, apiKeyId, groupRefs, limit);
    if (members === limit) return { rows: members, next: again };
    const gone =
      groups.length === 0
        ? 0
        : await eraseGroups(tx, { apiKeyId, organizationId, groupIds: groups.map(({ groupId }) => groupId), groupRefs });
    if (groups.length === groupsPerChunk) return { rows: members + gone, next: again };
    const left = await eraseDeleted(tx, { apiKeyId, organizationId }, limit);
    return { rows: members + gone + left.rows, next: left.isMore ? again : undefined };
  },
};

async function eraseDeleted(
  tx: Db,
  { apiKeyId, organizationId }: { apiKeyId: string; organizationId: string },
  limit: number,
): Promise<{ rows: number; isMore: boolean }> {
  const deleted = await deletedGroupsOf(tx, apiKeyId, organizationId, groupsPerChunk);
  const refs = deleted.flatMap(({ groupRefs }) => groupRefs);
  const rows = await eraseMembers(tx, apiKeyId, refs, limit);
  if (rows < limit) for (const one of deleted) await forgetDeletedGroups(tx, one);
  return { rows, isMore: rows === limit || deleted.length === groupsPerChunk };
}
