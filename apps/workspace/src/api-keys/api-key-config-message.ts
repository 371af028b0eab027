import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ApiKeyConfigSchema, KeyRetentionSchema } from "@parley/contracts/workspace";
import type { ValuesOf } from "@parley/database/schema";
import type { ApiKeyOptionsRow } from "./api-key-options.store.ts";
import type { retentionRow } from "./key-retentions.store.ts";

export function apiKeyConfigMessage(row: ApiKeyOptionsRow): MessageInitShape<typeof ApiKeyConfigSchema> {
  return {
    advancedQueriesEnabled: row.advancedQueriesEnabled,
    activityLogImmutable: row.activityLogImmutable,
    linkTemplate: row.linkTemplate,
    notifyOfComments: row.notifyOfComments,
    searchEnabled: row.searchEnabled,
    defaultDocumentAccessType: row.defaultDocumentAccessType,
    retention: retentionMessage(row),
  };
}

export function retentionMessage(row: ValuesOf<typeof retentionRow>): MessageInitShape<typeof KeyRetentionSchema> {
  const days: MessageInitShape<typeof KeyRetentionSchema> & { $typeName?: never } = {};
  if (row.activitiesDays !== null) days.activitiesDays = row.activitiesDays;
  if (row.notificationsDays !== null) days.notificationsDays = row.notificationsDays;
  if (row.deliveriesDays !== null) days.deliveriesDays = row.deliveriesDays;
  if (row.mailsDays !== null) days.mailsDays = row.mailsDays;
  return days;
}
