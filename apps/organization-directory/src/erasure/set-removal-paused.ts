import type { Context, Handler } from "../context.ts";
import { erasures } from "./removals.ts";

export const setRemovalPaused = ({ database }: Context): Handler<"setRemovalPaused"> => {
  return async ({ apiKeyId, jobId, paused }) => ({
    found: await database.transaction((tx) => erasures.pace(tx, { apiKeyId, jobId }, { paused })),
  });
};
