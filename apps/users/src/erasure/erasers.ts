import { type Db, sql } from "@parley/database";
import {
  apiKeyEraser,
  documentRanges,
  type Eraser,
  type Erasers,
  folderRanges,
  type ListPlaces,
  messageEraser,
  organizationRange,
  type RowSource,
  rowEraser,
  userRanges,
} from "@parley/erasure";
import { deletedGroupsOf, forgetDeletedGroups } from "../groups/deleted-groups.store.ts";
import { eraseMembers } from "../groups/group-members.store.ts";
import { deletedGroups, groupMembers, memberships, userGroups, users } from "../schema.ts";
import { countGroups, eraseGroups, selectGroupsToErase } from "./erasure.store.ts";

const schema = "users";

const sources = {
  profiles: { table: users, match: sql`t.${users.userId} = r.id`, key: [users.userId], writtenAt: users.createdAtMs },
  membershipsOfUser: {
    table: memberships,
    match: sql`t.${memberships.userId} = r.id and (r.organization_id = '' or t.${memberships.organizationId} = r.organization_id)`,
    key: [memberships.kind, memberships.organizationId, memberships.placeId],
    writtenAt: memberships.addedAtMs,
  },
  membershipsOfOrganization: {
    table: memberships,
    match: sql`t.${memberships.organizationId} = r.organization_id`,
    key: [memberships.kind, memberships.placeId, memberships.userId],
    writtenAt: memberships.addedAtMs,
  },
  membershipsOfDocument: {
    table: memberships,
    match: sql`t.${memberships.organizationId} = r.organization_id and t.${memberships.kind} = 'document'
      and t.${memberships.placeId} = r.id`,
    key: [memberships.userId],
    writtenAt: memberships.addedAtMs,
  },
  membershipsOfFolder: {
    table: memberships,
    match: sql`t.${memberships.organizationId} = r.organization_id and t.${memberships.kind} = 'folder'
      and t.${memberships.placeId} = r.id`,
    key: [memberships.userId],
    writtenAt: memberships.addedAtMs,
  },
  groupsOfUser: {
    table: groupMembers,
    match: sql`t.${groupMembers.userId} = r.id and (r.organization_id = '' or exists (
      select from ${userGroups} g where g.${userGroups.apiKeyId} = $apiKeyId and g.${userGroups.organizationId} = r.organization_id
        and g.${userGroups.groupRef} = t.${groupMembers.groupRef} offset 0) or exists (
      select from ${deletedGroups} d where d.${deletedGroups.apiKeyId} = $apiKeyId and d.${deletedGroups.organizationId} = r.organization_id
        and t.${groupMembers.groupRef} = any(d.${deletedGroups.groupRefs}) offset 0))`,
    key: [groupMembers.groupRef],
    writtenAt: groupMembers.addedAtMs,
  },
} as const satisfies Record<string, RowSource>;

const messages = messageEraser(schema);
const ofDocument = rowEraser(schema, "erase_memberships_of_document", sources.membershipsOfDocument, organizationRange);
const ofFolder = rowEraser(schema, "erase_memberships_of_folder", sources.membershipsOfFolder, organizationRange);
const profiles = rowEraser(schema, "erase_profiles", sources.profiles, userRanges);

const ofUsers = {
  // A profile belongs to the API key: it stays when the erasure covers only some organizations.
  profiles: {
    ...profiles,
    ranges: async (db, erasure, page) =>
      erasure.scope.organizationIds.length > 0 ? { ranges: [], next: undefined } : userRanges(db, erasure, page),
  } satisfies Eraser,
  memberships: rowEraser(schema, "erase_memberships_of_user", sources.membershipsOfUser, userRanges),
  groups: rowEraser(schema, "erase_groups_of_user", sources.groupsOfUser, userRanges),
  messages: messages(userRanges),
};

const groupsPerChunk = 100;

/** Erases the groups of an organization, each after its members, and the members of groups that were deleted before. */
const groupEraser: Eraser = {
  ranges: organizationRange,
  count: (db, { erasure: { apiKeyId, requestedAtMs }, ranges, limit }) =>
    countGroups(db, { apiKeyId, organizationIds: ranges.map(({ organizationId }) => organizationId), requestedAtMs, limit }),
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, ranges: [range], limit }) {
    const organizationId = range?.organizationId ?? "";
    const again = { range: 0, key: [] };
    const groups = await selectGroupsToErase(tx, { apiKeyId, organizationId, after: "", requestedAtMs, limit: groupsPerChunk });
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

const ofOrganization = {
  memberships: rowEraser(schema, "erase_memberships_of_organization", sources.membershipsOfOrganization, organizationRange),
  groups: groupEraser,
  messages: messages(organizationRange),
};

const ofApiKey = {
  rows: apiKeyEraser(schema, [
    { key: groupMembers.apiKeyId, order: [groupMembers.groupRef, groupMembers.userId] },
    { key: userGroups.apiKeyId, order: [userGroups.organizationId, userGroups.groupId] },
    { key: deletedGroups.apiKeyId, order: [deletedGroups.removalId] },
    { key: memberships.apiKeyId, order: [memberships.organizationId, memberships.kind, memberships.placeId, memberships.userId] },
    { key: users.apiKeyId, order: [users.userId] },
  ]),
};

/** The erasers of this service's collections. */
export function erasers(list: ListPlaces): Erasers<"users"> {
  const documents = documentRanges(list);
  const ofDocuments = { memberships: { ...ofDocument, ranges: documents }, messages: messages(documents) };
  return {
    user: ofUsers,
    organization: ofOrganization,
    folder: { memberships: placesOf(documents, folderRanges(list)), messages: messages(documents) },
    document: ofDocuments,
    location: {},
    apiKey: ofApiKey,
  };
}

// A deleted folder has members of its own in addition to those of its documents. Pages of documents come first, then pages of folders.
function placesOf(documents: Eraser["ranges"], folders: Eraser["ranges"]): Eraser {
  const inFolders = "folders:";
  return {
    async ranges(db, erasure, page) {
      if (!page.startsWith(inFolders)) {
        const { ranges, next } = await documents(db, erasure, page);
        return { ranges, next: next ?? inFolders };
      }
      const { ranges, next } = await folders(db, erasure, page.slice(inFolders.length));
      return { ranges: ranges.map((range) => ({ ...range, part: "folder" })), next: next === undefined ? undefined : inFolders + next };
    },
    erase: (tx, chunk) => (chunk.ranges[0]?.part === "folder" ? ofFolder : ofDocument).erase(tx, chunk),
    count: (db, counted) => (counted.ranges[0]?.part === "folder" ? ofFolder : ofDocument).count(db, counted),
  };
}
