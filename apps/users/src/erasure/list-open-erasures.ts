import type { Context, Handler } from "../context.ts";
import { erasures } from "./owner.ts";

export const listOpenErasures = ({ database }: Context): Handler<"listOpenErasures"> => {
  return (request) => erasures.listOpen(database, request);
};
