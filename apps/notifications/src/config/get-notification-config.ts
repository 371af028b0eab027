import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { readConfigs } from "./read-configs.ts";

export const getNotificationConfig = ({ database }: Context): Handler<"getNotificationConfig"> => {
  return async (request) => {
    if (request.getOrganizationConfig) return { configs: await readConfigs(database, request, [""]) };
    if (request.documentIds.length === 0) throw invalid("document_ids", "document_ids is required unless get_organization_config is true.");
    return { configs: await readConfigs(database, request, request.documentIds) };
  };
};
