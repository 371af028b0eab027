import { type Eraser, userRanges } from "@parley/erasure";
import { userHashOf } from "@parley/kernel";
import { revokeTokensOf } from "../user-tokens/user-token-revocations.store.ts";

/**
 * Revokes the tokens of erased users that were made until the request. The request itself has done so before; this repeats it where that
 * was lost, with a restored database. The tokens themselves are in browsers, so no rows are erased. Instead a row is added that revokes
 * them, with a hash in place of the user. It is deleted when the last of these tokens would have expired.
 */
export const tokenEraser: Eraser = {
  ranges: userRanges,
  count: async () => 0,
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, ranges }) {
    const hashes = ranges.map(({ id }) => userHashOf(apiKeyId, id));
    await revokeTokensOf(tx, { workspaceId: "", apiKeyId }, hashes, requestedAtMs);
    return { rows: 0, next: undefined };
  },
};
