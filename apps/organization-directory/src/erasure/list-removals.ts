import type { Context, Handler } from "../context.ts";
import { erasures } from "./removals.ts";

export const listRemovals = ({ database }: Context): Handler<"listRemovals"> => {
  return (request) => erasures.listRemovals(database, request);
};
