import type { Context } from "../context.ts";
import { backwardFrom, cutPage } from "../paging/page.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activityBytes, activityMessage } from "./activity.ts";
import { type ActivityFilter, selectActivities } from "./activity-pages.store.ts";

interface ReadRequest extends ActivityFilter {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageSize: number;
  readonly pageToken: string;
}

const defaultPageSize = 100;

/** One page of the log, newest first, with the messages rendered. */
export async function readActivities({ database, limits }: Context, { apiKeyId, organizationId }: OrganizationScope, request: ReadRequest) {
  const { documentId, activityIds, userId, featureTypes, actionTypes } = request;
  const size = request.pageSize || defaultPageSize;
  const filter = { documentId, activityIds, userId, featureTypes, actionTypes };
  const range = { ...backwardFrom(request), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const seen = await selectActivities(database, { apiKeyId, organizationId }, filter, range);
  const messages = seen.map((row) => ({ ...row, message: activityMessage(organizationId, row) }));
  const { rows, nextPageToken } = cutPage(messages, size, ({ message }) => activityBytes(message));
  return { activities: rows.map(({ message }) => message), nextPageToken };
}
