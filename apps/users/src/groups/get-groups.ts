import { cutPage, decodeCursor, invalid, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectGroups, selectGroupsOfUser } from "./groups.store.ts";

export const getGroups = ({ database }: Context): Handler<"getGroups"> => {
  return async ({ apiKeyId, organizationId, groupIds, userId, pageSize, pageToken }) => {
    if (userId !== "" && groupIds.length > 0)
      throw invalid("user_id", "Request groups by their ids or by one of their users, not by both.");
    const { size, limit } = pageSizeOf(pageSize, groupIds.length > 0 ? 1_000 : 100);
    const [after = ""] = decodeCursor(pageToken, ["string"]) ?? [];
    const range = { apiKeyId, organizationId, after: String(after), limit };
    const rows = await (userId === "" ? selectGroups(database, range, groupIds) : selectGroupsOfUser(database, range, userId));
    const { shown, nextPageToken } = cutPage(rows, size, ({ groupId }) => [groupId]);
    const groups = shown.map((row) => ({ ...row, createdAtMs: BigInt(row.createdAtMs), updatedAtMs: BigInt(row.updatedAtMs) }));
    return { groups, nextPageToken };
  };
};
