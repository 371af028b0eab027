import type { Context, Handler } from "../context.ts";
import { selectProfiles } from "./profiles.store.ts";

// A quarter of the largest message.
const maxBytes = 2 * 1024 * 1024;

export const getProfiles = ({ database }: Context): Handler<"getProfiles"> => {
  return async ({ apiKeyId, userIds }) => {
    return { users: await selectProfiles(database, apiKeyId, [...new Set(userIds)], maxBytes) };
  };
};
