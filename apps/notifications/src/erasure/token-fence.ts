import { TokenFence } from "@parley/erasure";

/** Refuses what pages of erased users write. */
export const tokenFence = new TokenFence("notifications");
