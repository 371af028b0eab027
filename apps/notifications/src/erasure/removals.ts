import { countRemoval as countRows, TokenFence, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";

export const refuseUserTokens = ({ database }: Context): Handler<"refuseUserTokens"> => {
  return async (request) => {
    await tokenFence.refuse(database, request);
    return {};
  };
};

/** Refuses what pages of erased users write. */
export const tokenFence = new TokenFence("notifications");

export const countRemoval = ({ database, erasers }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countRows(database, erasers, wouldBe(request)) });
};
