import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { organizationPlace } from "../places/place.ts";
import { type DocumentsOfUser, documentsOfUsers } from "./documents-of-users.ts";
import { selectProfiles } from "./profiles.store.ts";
import { selectRequestedRemovals } from "./requested-removals.store.ts";
import { resolveProfiles } from "./resolved-profiles.store.ts";

const mostPairs = 1_000;

export const resolveUsers = (context: Context): Handler<"resolveUsers"> => {
  const { database } = context;
  return async ({ apiKeyId, organizationId, userIds, withRemovals, ...asked }) => {
    const ids = [...new Set(userIds)];
    const documentIds = [...new Set(asked.documentIds)];
    if (ids.length * documentIds.length > mostPairs)
      throw invalid("document_ids", `At most ${mostPairs} pairs of users and documents can be asked for.`);
    const rows = await resolveProfiles(database, organizationPlace(apiKeyId, organizationId), ids);
    const existing = rows.filter(({ exists }) => exists).map(({ userId, inPlace }) => ({ userId, inOrganization: inPlace }));
    const documents: DocumentsOfUser = await documentsOfUsers(context, { apiKeyId, organizationId, documentIds }, existing);
    // Removals are read after the profiles, so that a removal requested between the two reads is in one of the results.
    const removed = withRemovals ? await selectRequestedRemovals(database, { apiKeyId, organizationId, userIds: ids }) : new Set<string>();
    const byId = new Map(
      rows.map(({ inPlace, ...user }) => {
        const { userId } = user;
        const entered = documents.get(userId);
        const ofUser = documentIds.filter((documentId) => entered?.has(documentId));
        return [userId, { ...user, inOrganization: inPlace, documentIds: ofUser, removalRequested: removed.has(userId) }];
      }),
    );
    return { users: ids.flatMap((id) => byId.get(id) ?? []) };
  };
};

// A quarter of the largest message.
const maxBytes = 2 * 1024 * 1024;

export const getProfiles = ({ database }: Context): Handler<"getProfiles"> => {
  return async ({ apiKeyId, userIds }) => {
    return { users: await selectProfiles(database, apiKeyId, [...new Set(userIds)], maxBytes) };
  };
};
