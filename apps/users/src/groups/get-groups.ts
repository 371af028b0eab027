import { decodeCursor } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { cutPage, sizeOf } from "../places/page.ts";
import { selectGroups } from "./groups.store.ts";

export const getGroups = ({ database }: Context): Handler<"getGroups"> => {
  return async ({ apiKeyId, organizationId, groupIds, pageSize, pageToken }) => {
    const { size, limit } = sizeOf(pageSize, groupIds.length > 0 ? 1_000 : 100);
    const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const rows = await selectGroups(database, { apiKeyId, organizationId, after: String(after), limit }, groupIds);
    const { shown, nextPageToken } = cutPage(rows, size, ({ groupId }) => [groupId]);
    const groups = shown.map((row) => ({ ...row, createdAtMs: BigInt(row.createdAtMs), updatedAtMs: BigInt(row.updatedAtMs) }));
    return { groups, nextPageToken };
  };
};
