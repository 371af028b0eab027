import { countRemoval as countRows, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";

export const countRemoval = ({ database, erasers }: Context): Handler<"countRemoval"> => {
  return async (request) => ({ collections: await countRows(database, erasers, wouldBe(request)) });
};
