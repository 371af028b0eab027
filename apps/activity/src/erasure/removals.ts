import { countRemoval as countCollections, TokenFence, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";

/** Refuses what pages of erased users write. */
export const tokenFence = new TokenFence("activity");

export const refuseUserTokens = ({ database }: Context): Handler<"refuseUserTokens"> => {
  return async (request) => {
    await tokenFence.refuse(database, request);
    return {};
  };
};

export const countRemoval = ({ database, erasers }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countCollections(database, erasers, wouldBe(request)) });
};
