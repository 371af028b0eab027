import { cutPage, decodeCursor, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectDomains } from "../domains/domains.store.ts";
import { limitsMessage } from "../settings/key-limits.ts";
import { selectDoor, selectRevocations } from "./user-token-revocations.store.ts";

const pageSize = 1_000;

export const getUserAccess =
  ({ database }: Context): Handler<"getUserAccess"> =>
  async ({ apiKeyId, revokedSinceMs, pageToken }) => {
    const [afterMs, afterUserHash] = decodeCursor(pageToken, ["number", "string"]) ?? [Number(revokedSinceMs) - 1, ""];
    const door = await selectDoor(database, apiKeyId);
    if (door === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const rows = await selectRevocations(database, {
      apiKeyId,
      afterMs: Number(afterMs),
      afterUserHash: String(afterUserHash),
      limit: pageSize + 1,
    });
    const { shown, nextPageToken } = cutPage(rows, pageSize, (row) => [row.revokedAtMs, row.userHash]);
    return {
      workspaceId: door.workspaceId,
      disabled: door.disabled,
      limits: limitsMessage(door),
      allowedDomains: await selectDomains(database, apiKeyId),
      revocations: shown.map(({ userHash, revokedAtMs }) => ({ userHash, revokedAtMs: BigInt(revokedAtMs) })),
      nextPageToken,
    };
  };
