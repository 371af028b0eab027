import type { FindUsersRequest } from "@parley/contracts/users";
import type { Database, Db } from "@parley/database";
import { cutPage, decodeCursor, invalid, pageSizeOf } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { type Place, placeOf } from "../places/place.ts";
import { searchPage, searchUsers } from "../search/search-users.ts";
import { mostInvolvedUsers, withInvolvedDocuments } from "./involved-documents.ts";
import { selectMembers } from "./members-among.store.ts";
import {
  type DocumentUserRow,
  namedUsersOfGroups,
  type UserRow,
  usersOfAnyDocument,
  usersOfAnyDocumentByIds,
  usersOfDocuments,
  usersOfGroups,
  usersOfPlace,
} from "./pages.store.ts";
import { selectProfiles } from "./profiles.store.ts";

const defaultSize = 1_000;

export const findUsers = (context: Context): Handler<"findUsers"> => {
  const { database } = context;
  return async (request) => {
    const filter = userFilterOf(request);
    if (filter.by === "documents") return findByDocument(database, request);
    if (request.withInvolvedDocuments) request.pageSize = Math.min(request.pageSize || defaultSize, mostInvolvedUsers);
    const page = filter.by === "search" ? await findBySearch(database, request) : await find(database, request, filter);
    return request.withInvolvedDocuments ? { ...page, users: await withInvolvedDocuments(context, request, page.users) } : page;
  };
};

/** A valid combination of filters. */
type UserFilter =
  | { readonly by: "place"; readonly place: Place; readonly userIds: readonly string[] }
  | { readonly by: "search" }
  | { readonly by: "documents" }
  | { readonly by: "anyDocument"; readonly userIds: readonly string[] }
  | { readonly by: "groups"; readonly groupIds: readonly string[]; readonly userIds: readonly string[] };

/** The combination of a request. Fails with `invalid_argument` for an invalid one: place, folder and all documents exclude each other. */
export function userFilterOf(request: FindUsersRequest): UserFilter {
  const { documentId, folderId, userIds, groupIds, allDocuments, groupByDocument, search, withInvolvedDocuments } = request;
  const place = placeOf(request);
  if (search !== "") {
    const isAlone = place.kind === "organization" && userIds.length === 0 && groupIds.length === 0 && !groupByDocument;
    if (!isAlone)
      throw invalid(
        "search",
        "A search covers the users of the organization and, with all documents, the users of its documents: it cannot be combined with other filters.",
      );
    return { by: "search" };
  }
  if (allDocuments && place.kind !== "organization") {
    throw invalid("all_documents", `All documents and one ${place.kind} exclude each other: use only one of them.`);
  }
  if (groupByDocument && !allDocuments) throw invalid("group_by_document_id", "Grouping by document needs all documents.");
  if (groupByDocument && (userIds.length > 0 || withInvolvedDocuments))
    throw invalid("group_by_document_id", "Grouping by document cannot be combined with user ids or involved documents.");
  if (groupIds.length > 0 && (allDocuments || documentId !== "" || folderId !== "")) {
    throw invalid("organization_user_group_ids", "Groups belong to the organization: they cannot be combined with documents or folders.");
  }
  if (allDocuments) return groupByDocument ? { by: "documents" } : { by: "anyDocument", userIds };
  return groupIds.length > 0 ? { by: "groups", groupIds, userIds } : { by: "place", place, userIds };
}

type ListFilter = Exclude<UserFilter, { by: "documents" | "search" }>;

async function find(database: Database, request: FindUsersRequest, filter: ListFilter) {
  const { size, limit } = pageSizeOf(request.pageSize, defaultSize);
  const [after = ""] = decodeCursor(request.pageToken, ["string"]) ?? [];
  const rows = await select(database, request, filter, { after: String(after), limit });
  const { shown, nextPageToken } = cutPage(rows, size, ({ userId }) => [userId]);
  const users = filter.by === "groups" ? await withRoles(database, request, shown) : [...shown];
  return { users, documents: [], nextPageToken };
}

/** The users with their roles in the organization. */
async function withRoles<Row extends { readonly userId: string }>(
  db: Db,
  { apiKeyId, organizationId }: FindUsersRequest,
  rows: readonly Row[],
) {
  const ids = rows.map(({ userId }) => userId);
  const members = await selectMembers(db, { apiKeyId, organizationId }, [{ kind: "organization", placeId: "" }], ids);
  const roles = new Map(members.map(({ userId, accessRole }) => [userId, accessRole]));
  return rows.map((row) => ({ ...row, accessRole: roles.get(row.userId) ?? "" }));
}

function select(
  database: Database,
  { apiKeyId, organizationId }: FindUsersRequest,
  filter: ListFilter,
  range: { after: string; limit: number },
): Promise<UserRow[]> {
  if (filter.by === "anyDocument") {
    const page = { apiKeyId, organizationId, ...range };
    return filter.userIds.length === 0 ? usersOfAnyDocument(database, page) : usersOfAnyDocumentByIds(database, { ...page, ...filter });
  }
  if (filter.by === "place") return usersOfPlace(database, filter.place, range, filter.userIds);
  const { groupIds, userIds } = filter;
  const ofGroups = { apiKeyId, organizationId, groupIds: [...new Set(groupIds)], ...range };
  return userIds.length === 0 ? usersInGroups(database, ofGroups) : namedUsersOfGroups(database, { ...ofGroups, userIds });
}

// Metadata is read only for the users found; it would otherwise be carried through every step of the search.
async function findBySearch(database: Database, request: FindUsersRequest) {
  const { size, limit } = pageSizeOf(request.pageSize, defaultSize);
  const { found, goesOnAt } = await searchUsers(database, request, limit);
  const ids = found.map(({ userId }) => userId);
  const rows = ids.length === 0 ? [] : await selectProfiles(database, request.apiKeyId, ids, Number.MAX_SAFE_INTEGER);
  const metadata = new Map(rows.map(({ userId, metadataJson }) => [userId, metadataJson]));
  const known = found.map((row) => ({ ...row, metadataJson: metadata.get(row.userId) ?? "{}" }));
  const { shown, nextPageToken } = searchPage(known, size, goesOnAt);
  return { users: await withRoles(database, request, shown), documents: [], nextPageToken };
}

async function findByDocument(database: Database, { apiKeyId, organizationId, pageSize, pageToken }: FindUsersRequest) {
  const { size, limit } = pageSizeOf(pageSize, defaultSize);
  const [afterDocument = "", after = ""] = decodeCursor(pageToken, ["string", "string"]) ?? [];
  const rows = await usersOfDocuments(database, {
    apiKeyId,
    organizationId,
    afterDocument: String(afterDocument),
    after: String(after),
    limit,
  });
  const { shown, nextPageToken } = cutPage(rows, size, ({ documentId, userId }) => [documentId, userId]);
  return { users: [], documents: grouped(shown), nextPageToken };
}

// The rows come in the order of documents.
function grouped(rows: readonly DocumentUserRow[]) {
  const documents: { documentId: string; users: UserRow[] }[] = [];
  for (const { documentId, ...user } of rows) {
    const last = documents.at(-1);
    if (last?.documentId === documentId) last.users.push(user);
    else documents.push({ documentId, users: [user] });
  }
  return documents;
}

interface GroupPage {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupIds: readonly string[];
  readonly after: string;
  readonly limit: number;
}

/**
 * The next users who are in any of the groups, each once. Each group is read only for one and a half times its share of the page; when
 * users are spread so unevenly that the page is not full, the next share is read.
 */
async function usersInGroups(db: Db, page: GroupPage): Promise<UserRow[]> {
  const share = Math.ceil((page.limit / page.groupIds.length) * 1.5) + 16;
  const fromEach = Math.min(page.limit, share);
  const users: UserRow[] = [];
  for (let after = page.after; ; ) {
    const found = await usersOfGroups(db, { ...page, after, limit: page.limit - users.length, fromEach });
    users.push(...found);
    const last = found.at(-1);
    if (last === undefined || last.complete || users.length === page.limit) return users;
    after = last.userId;
  }
}
