import { accessTypes, isAccessType } from "@parley/contracts/organization-directory";
import type { UpdateApiKeyConfigRequest } from "@parley/contracts/workspace";
import { invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { apiKeyConfigMessage } from "./api-key-config-message.ts";
import { selectApiKeyOptions, updateApiKeyOptions } from "./api-key-options.store.ts";
import { linkTemplateViolations } from "./link-template.ts";

export const getApiKeyConfig =
  ({ database, searchIndexes }: Context): Handler<"getApiKeyConfig"> =>
  async ({ apiKeyId, withSearchIndex }) => {
    const options = await selectApiKeyOptions(database, apiKeyId);
    if (options === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const searchIndex = withSearchIndex ? await searchIndexes.of(apiKeyId) : undefined;
    return {
      config: apiKeyConfigMessage(options),
      hasNotifiedOfComments: options.hasNotifiedOfComments,
      ...(searchIndex === undefined ? {} : { searchIndex }),
    };
  };

export const updateApiKeyConfig =
  ({ database, searchIndexes }: Context): Handler<"updateApiKeyConfig"> =>
  async (request) => {
    refuseViolations(linkTemplateViolations(request.linkTemplate ?? ""));
    const { defaultDocumentAccessType: accessType } = request;
    if (accessType !== undefined && !isAccessType(accessType))
      throw invalid("default_document_access_type", `default_document_access_type must be one of ${accessTypes.join(", ")}.`);
    const row = await updateApiKeyOptions(database, changesOf(request));
    if (row === undefined) throw notFound(`There is no API key ${shortened(request.apiKeyId)}.`);
    const searchIndex = await searchIndexes.of(request.apiKeyId);
    return { config: apiKeyConfigMessage(row), ...(searchIndex === undefined ? {} : { searchIndex }) };
  };

function changesOf({ apiKeyId, retention, ...options }: UpdateApiKeyConfigRequest) {
  return {
    apiKeyId,
    advancedQueriesEnabled: options.advancedQueriesEnabled ?? null,
    activityLogImmutable: options.activityLogImmutable ?? null,
    linkTemplate: options.linkTemplate ?? null,
    notifyOfComments: options.notifyOfComments ?? null,
    searchEnabled: options.searchEnabled ?? null,
    defaultDocumentAccessType: options.defaultDocumentAccessType ?? null,
    activitiesDays: retention?.activitiesDays ?? null,
    notificationsDays: retention?.notificationsDays ?? null,
    deliveriesDays: retention?.deliveriesDays ?? null,
    mailsDays: retention?.mailsDays ?? null,
  };
}
