import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import type { OfUser } from "../streams/key-streams.store.ts";
import { selectConfigs } from "./configs.store.ts";
import { effectiveLevels } from "./levels.ts";

export const getNotificationConfig = ({ database }: Context): Handler<"getNotificationConfig"> => {
  return async (request) => {
    const of = { ...request, userIds: [request.userId] };
    if (request.getOrganizationConfig) return { configs: await readConfigs(database, of, [""]) };
    return { configs: await readConfigs(database, of, request.documentIds) };
  };
};

type OfUsers = Omit<OfUser, "userId"> & { readonly userIds: readonly string[] };

/**
 * The effective config of users in each of the documents, in the documents' order and without repeats; the empty id stands for the
 * organization as a whole.
 */
export async function readConfigs(db: Db, { apiKeyId, organizationId, userIds }: OfUsers, documentIds: readonly string[]) {
  const wanted = [...new Set(documentIds)];
  const rows = await selectConfigs(db, { apiKeyId, organizationId, userIds, documentIds: ["", ...wanted] });
  const stored = Map.groupBy(rows, ({ userId }) => userId);
  return userIds.flatMap((userId) => {
    const levels = new Map(stored.get(userId)?.map((row) => [row.documentId, row]));
    return wanted.map((documentId) => ({
      apiKeyId,
      organizationId,
      documentId,
      userId,
      ...effectiveLevels(levels.get(documentId), levels.get("")),
    }));
  });
}
