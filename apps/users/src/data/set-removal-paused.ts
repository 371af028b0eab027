import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "./owner.ts";

export const setRemovalPaused = ({ database, directory }: Context): Handler<"setRemovalPaused"> => {
  return async ({ apiKeyId, jobId, paused }) => {
    const isOwn = await database.transaction((tx) => erasures.pace(tx, { apiKeyId, jobId }, { paused }));
    const { found } = isOwn ? { found: true } : await directory.setRemovalPaused({ apiKeyId, jobId, paused });
    if (!found) throw notFound(`There is no removal ${jobId} that is not complete.`, "removal_not_found");
    return {};
  };
};
