import type { Context, Handler } from "../context.ts";
import { erasures } from "./removals.ts";

export const setRemovalPaused = ({ database }: Context): Handler<"setRemovalPaused"> => {
  return ({ apiKeyId, jobId, paused }) => database.transaction((tx) => erasures.setPaused(tx, { apiKeyId, jobId }, paused));
};
