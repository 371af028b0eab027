import { type Eraser, userRanges } from "@parley/erasure";
import { userHashOf } from "@parley/kernel";
import { revokeTokensOf } from "../user-tokens/user-token-revocations.store.ts";

/**
 * Ends the tokens of users who are erased. They lie in browsers, so there are no rows to erase: one is written that revokes them, with a hash in place of the user,
 * and goes when the last of them would have expired.
 */
export const tokenEraser: Eraser = {
  ranges: userRanges,
  count: async () => 0,
  async erase(tx, { erasure: { apiKeyId }, ranges }) {
    const hashes = ranges.map(({ id }) => userHashOf(apiKeyId, id));
    await revokeTokensOf(tx, { workspaceId: "", apiKeyId }, hashes);
    return { rows: 0, next: undefined };
  },
};
