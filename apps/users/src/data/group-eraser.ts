import { type Eraser, organizationRange } from "@parley/erasure";
import { eraseGroups, eraseMembers, selectDoomedGroups } from "./erasure.store.ts";

const groupsPerChunk = 100;

/** Removes the groups of an organization, each after its members. */
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
    return { rows: members + gone, next: groups.length === groupsPerChunk ? again : undefined };
  },
};
