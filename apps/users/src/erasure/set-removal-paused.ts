import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "./owner.ts";

export const setRemovalPaused = ({ database, directory }: Context): Handler<"setRemovalPaused"> => {
  return async ({ apiKeyId, jobId, paused }) => {
    const own = await database.transaction((tx) => erasures.setPaused(tx, { apiKeyId, jobId }, paused));
    const { found, completed } = own.found ? own : await directory.setRemovalPaused({ apiKeyId, jobId, paused });
    if (!found) throw notFound(`There is no removal ${shortened(jobId)}.`, "removal_not_found");
    return { completed };
  };
};
