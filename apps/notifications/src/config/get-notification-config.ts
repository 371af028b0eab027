import type { Context, Handler } from "../context.ts";
import { readConfigs } from "./read-configs.ts";

export const getNotificationConfig = ({ database }: Context): Handler<"getNotificationConfig"> => {
  return async (request) => {
    const of = { ...request, userIds: [request.userId] };
    if (request.getOrganizationConfig) return { configs: await readConfigs(database, of, [""]) };
    return { configs: await readConfigs(database, of, request.documentIds) };
  };
};
