import { cutPage, decodeCursor, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectDomains } from "../domains/domains.store.ts";
import { limitsMessage } from "../settings/key-limits.ts";
import { selectRevocations, selectUserAccess } from "./user-token-revocations.store.ts";

const pageSize = 1_000;

export const getUserAccess =
  ({ database }: Context): Handler<"getUserAccess"> =>
  async ({ apiKeyId, revokedSinceMs, pageToken }) => {
    const [afterMs, afterUserHash] = decodeCursor(pageToken, ["number", "string"]) ?? [Number(revokedSinceMs) - 1, ""];
    const access = await selectUserAccess(database, apiKeyId);
    if (access === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const rows = await selectRevocations(database, {
      apiKeyId,
      afterMs: Number(afterMs),
      afterUserHash: String(afterUserHash),
      limit: pageSize + 1,
    });
    const { shown, nextPageToken } = cutPage(rows, pageSize, (row) => [row.revokedAtMs, row.userHash]);
    return {
      workspaceId: access.workspaceId,
      disabled: access.disabled,
      limits: limitsMessage(access),
      allowedDomains: await selectDomains(database, apiKeyId),
      revocations: shown.map(({ userHash, revokedAtMs }) => ({ userHash, revokedAtMs: BigInt(revokedAtMs) })),
      nextPageToken,
    };
  };
