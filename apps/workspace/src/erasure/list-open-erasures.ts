import { erasureOwner } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { messages } from "../messages.ts";

export const listOpenErasures = ({ database }: Context): Handler<"listOpenErasures"> => {
  return (request) => erasures.listOpen(database, request);
};

/** Owns the erasures of API keys. */
export const erasures = erasureOwner("workspace", messages);
