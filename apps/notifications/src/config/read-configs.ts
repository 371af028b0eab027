import type { Db } from "@parley/database";
import type { OfUser } from "../inbox/key-streams.store.ts";
import { selectConfigs } from "./configs.store.ts";
import { effectiveLevels } from "./levels.ts";

/** What holds for a user in each of the documents, in their order, a repeated one once; the empty id is the organization as a whole. */
export async function readConfigs(db: Db, { apiKeyId, organizationId, userId }: OfUser, documentIds: readonly string[]) {
  const wanted = [...new Set(documentIds)];
  const stored = await selectConfigs(db, { apiKeyId, organizationId, userId, documentIds: ["", ...wanted] });
  return wanted.map((documentId) => ({
    apiKeyId,
    organizationId,
    documentId,
    userId,
    ...effectiveLevels(stored.get(documentId), stored.get("")),
  }));
}
