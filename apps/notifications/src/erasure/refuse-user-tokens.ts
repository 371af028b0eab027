import { TokenFence } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";

export const refuseUserTokens = ({ database }: Context): Handler<"refuseUserTokens"> => {
  return async (request) => {
    await tokenFence.refuse(database, request);
    return {};
  };
};

/** Refuses what pages of erased users write. */
export const tokenFence = new TokenFence("notifications");
