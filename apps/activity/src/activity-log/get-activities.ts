import type { Context, Handler, UserHandler } from "../context.ts";
import { cutPage, rangeFrom } from "../paging/page.ts";
import type { StoredUsers } from "../people/stored-users.ts";
import { actingUserOf, storedUser, userMessage } from "../people/user.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activityBytes, activityMessage } from "./activity.ts";
import { type ActivityFilter, type ActivityRow, selectActivities } from "./activity-pages.store.ts";

interface ReadRequest extends ActivityFilter {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageSize: number;
  readonly pageToken: string;
  readonly ascending: boolean;
  /** Whether actors known only by id are described from the stored users. */
  readonly joinsUsers: boolean;
}

const defaultPageSize = 100;

export const getActivities = (context: Context): Handler<"getActivities"> => {
  return (request) => readActivities(context, request, { ...request, joinsUsers: !request.usersAsGiven });
};

export const getActivitiesByUser = (context: Context): UserHandler<"getActivities"> => {
  return async (request) => {
    await actingUserOf(context, request);
    return readActivities(context, request, { ...request, targetEntityId: "", ascending: false, joinsUsers: false });
  };
};

/** One page of the activity log, with rendered messages. */
async function readActivities(
  { database, limits, storedUsers }: Context,
  { apiKeyId, organizationId }: OrganizationScope,
  request: ReadRequest,
) {
  const { documentId, activityIds, targetEntityId, userId, featureTypes, actionTypes } = request;
  const size = request.pageSize || defaultPageSize;
  const filter = { documentId, activityIds, targetEntityId, userId, featureTypes, actionTypes };
  const range = { ...rangeFrom(request, request.ascending), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const seen = await selectActivities(database, { apiKeyId, organizationId }, filter, range);
  const named = request.joinsUsers ? await withNames(storedUsers, apiKeyId, seen) : seen;
  const messages = named.map((row) => ({ ...row, message: activityMessage(organizationId, row) }));
  const { rows, nextPageToken } = cutPage(messages, size, ({ message }) => activityBytes(message));
  return { activities: rows.map(({ message }) => message), nextPageToken };
}

/** The records with actors known only by id described as they are stored now. */
async function withNames(storedUsers: StoredUsers, apiKeyId: string, rows: readonly ActivityRow[]): Promise<readonly ActivityRow[]> {
  const actors = rows.flatMap(({ actionUser }) => (actionUser === null ? [] : [userMessage(actionUser)]));
  const describe = await storedUsers.describer(apiKeyId, actors);
  return rows.map((row) => {
    if (row.actionUser === null) return row;
    const actor = userMessage(row.actionUser);
    const described = describe(actor);
    return described === actor ? row : { ...row, actionUser: storedUser(described) };
  });
}
