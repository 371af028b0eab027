import { countRemoval as countCollections, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";

export const countRemoval = ({ database, erasers }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countCollections(database, erasers, wouldBe(request)) });
};
