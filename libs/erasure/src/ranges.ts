import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { Failure } from "@parley/kernel";
import { getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Eraser, Erasure, Range, RangePage } from "./model/plan.ts";

type Ranges = Eraser["ranges"];

/** Returns the organizations after a given one, or from the first on, in the order of their ids. */
type OrganizationsAfter = (db: Db, apiKeyId: string, after: string | undefined, limit: number) => Promise<string[]>;

/** Returns documents or folders of a deleted folder, a page at a time. */
export type ListPlaces = (
  erasure: Erasure,
  kind: "document" | "folder",
  page: string,
) => Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }>;

const rangesPerPage = 500;

/** The users of the erasure, for a table whose index does not begin with the organization. */
export const userRanges: Ranges = async (_db, { scope: { userIds, organizationIds } }, page) => {
  const all = userIds.flatMap((id) =>
    (organizationIds.length === 0 ? [""] : organizationIds).map((organizationId) => rangeOf(organizationId, id)),
  );
  return slice(all, page);
};

/** The users of the erasure, in every organization with rows in the table, or in those to which the erasure is restricted. */
export function organizationRanges(organizationsAfter: OrganizationsAfter, each: (erasure: Erasure) => readonly string[]): Ranges {
  return async (db, erasure, page) => {
    const ids = each(erasure);
    const size = Math.max(1, Math.floor(rangesPerPage / Math.max(1, ids.length)));
    const after = organizationOf(page);
    const given = erasure.scope.organizationIds.toSorted().filter((organizationId) => after === undefined || organizationId > after);
    const organizations =
      erasure.scope.organizationIds.length > 0 ? given.slice(0, size) : await organizationsAfter(db, erasure.apiKeyId, after, size);
    const last = organizations.at(-1);
    return {
      ranges: organizations.flatMap((organizationId) => ids.map((id) => rangeOf(organizationId, id))),
      next: last === undefined || organizations.length < size ? undefined : `${behindOrganization}${last}`,
    };
  };
}

// Tells the page after the organization with the empty id from the first page.
const behindOrganization = "\n";

/** The organization after which a page begins; undefined for the first page. */
function organizationOf(page: string): string | undefined {
  return page === "" ? undefined : page.slice(behindOrganization.length);
}

/** The whole organization of the erasure. */
export const organizationRange: Ranges = async (_db, { scope: { organizationIds } }) => ({
  ranges: organizationIds.map((organizationId) => rangeOf(organizationId, "")),
  next: undefined,
});

/** The documents of the erasure. */
export function documentRanges(list: ListPlaces): Ranges {
  return (_db, erasure, page) => placeRanges(list, erasure, "document", page);
}

/** The folders of the erasure. */
export function folderRanges(list: ListPlaces): Ranges {
  return (_db, erasure, page) => placeRanges(list, erasure, "folder", page);
}

/** The locations of the erasure within the document, by id or by name. */
export const locationRanges: Ranges = async (_db, { scope: { organizationIds, documentIds, locationIds, locationName } }, page) => {
  const parts = locationIds.length > 0 ? locationIds : [locationName];
  return slice(
    organizationIds.flatMap((organizationId) => documentIds.flatMap((id) => parts.map((part) => rangeOf(organizationId, id, part)))),
    page,
  );
};

async function placeRanges(list: ListPlaces, erasure: Erasure, kind: "document" | "folder", page: string): Promise<RangePage> {
  const [organizationId = ""] = erasure.scope.organizationIds;
  if (erasure.kind !== "folder") {
    const ids = kind === "document" ? erasure.scope.documentIds : [];
    return slice(
      ids.map((id) => rangeOf(organizationId, id)),
      page,
    );
  }
  const { ids, next } = await list(erasure, kind, page);
  return { ranges: ids.map((id) => rangeOf(organizationId, id)), next };
}

function slice(all: readonly Range[], page: string): RangePage {
  const from = Number(page);
  const to = from + rangesPerPage;
  return { ranges: all.slice(from, to), next: to < all.length ? String(to) : undefined };
}

function rangeOf(organizationId: string, id: string, part = ""): Range {
  return { organizationId, id, part };
}

/**
 * The organizations that occur in a table whose primary key or index begins with API key and organization: one look-up for each, however
 * many rows they have.
 */
export function organizationsOf(
  schema: string,
  table: PgTable & { readonly apiKeyId: PgColumn; readonly organizationId: PgColumn },
): OrganizationsAfter {
  const { apiKeyId, organizationId } = table;
  const next = (condition: Sql) => sql`select ${organizationId} from ${table} where ${apiKeyId} = $apiKeyId and ${condition}
         order by ${organizationId} limit 1`;
  const first = sql`${organizationId} >= $after and ($begins or ${organizationId} <> $after)`;
  const select = statement(
    `${schema}.erasure_organizations_of_${getTableName(table)}`,
    { apiKeyId: types.text, begins: types.boolean, after: types.text, limit: types.integer },
    { organizationId: types.text },
    sql`with recursive found as (
       select first.${organizationId}, 1 as position from (${next(first)}) as first
       union all
       select next.${organizationId}, found.position + 1
       from found cross join lateral (${next(sql`${organizationId} > found.${organizationId}`)}) as next
       where found.position < $limit
     )
     select ${organizationId} from found order by position`,
  );
  return async (db, apiKeyId, after, limit) =>
    (await db.rows(select, { apiKeyId, begins: after === undefined, after: after ?? "", limit })).map(
      ({ organizationId }) => organizationId,
    );
}

/** A location is identified by its id or, without one, by its name: each has its own index. */
export function byIdOrName(byId: Eraser, byName: Eraser): Eraser {
  return {
    ranges: byId.ranges,
    erase: (tx, chunk) => (chunk.erasure.scope.locationIds.length > 0 ? byId : byName).erase(tx, chunk),
    count: (db, counted) => (counted.erasure.scope.locationIds.length > 0 ? byId : byName).count(db, counted),
  };
}

/** The methods of the organization directory that are called. */
interface Directory {
  listErasedPlaces(request: {
    apiKeyId: string;
    jobId: string;
    organizationId: string;
    folderId: string;
    kind: ErasedPlaceKind;
    pageSize: number;
    pageToken: string;
  }): Promise<{ readonly ids: readonly string[]; readonly nextPageToken: string }>;
}

const pageSize = 200;
const countedPageSize = 1_000;

/**
 * Lists the documents and folders of deleted folders, from the organization directory; without a job, those of a folder that would be
 * deleted.
 */
export function listPlacesOf(directory: Directory): ListPlaces {
  const listed = unlessForgotten(async ({ apiKeyId, jobId, scope }, kind, page) => {
    const place = kind === "folder" ? ErasedPlaceKind.FOLDER : ErasedPlaceKind.DOCUMENT;
    const [organizationId = "", folderId = ""] = jobId === "" ? [...scope.organizationIds, ...scope.folderIds] : [];
    const size = jobId === "" ? countedPageSize : pageSize;
    const request = { apiKeyId, jobId, organizationId, folderId, kind: place, pageSize: size, pageToken: page };
    const { ids, nextPageToken } = await directory.listErasedPlaces(request);
    return { ids, next: nextPageToken || undefined };
  });
  const counted = oncePerCount(listed);
  return (erasure, kind, page) => (erasure.jobId === "" ? counted : listed)(erasure, kind, page);
}

/** The collections of one count use the same places, so each page is requested once. */
function oncePerCount(list: ListPlaces): ListPlaces {
  const pages = new WeakMap<Erasure, Map<string, ReturnType<ListPlaces>>>();
  return (erasure, kind, page) => {
    const known = pages.get(erasure) ?? new Map<string, ReturnType<ListPlaces>>();
    pages.set(erasure, known);
    const asked = known.get(`${kind} ${page}`) ?? list(erasure, kind, page);
    known.set(`${kind} ${page}`, asked);
    return asked;
  };
}

/**
 * Lists nothing for an erasure that the directory does not know. The directory knows each erasure until every service has done its tasks,
 * unless it was restored from an older backup: then it begins another erasure of the same folders.
 */
export function unlessForgotten(list: ListPlaces): ListPlaces {
  return async (erasure, kind, page) => {
    try {
      return await list(erasure, kind, page);
    } catch (error) {
      if (reasonOf(error) === "removal_not_found") return { ids: [], next: undefined };
      throw error;
    }
  };
}

// A failure of this service, or of the called one.
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Failure) return error.reason;
  return error instanceof Error && "failure" in error && error.failure instanceof Failure ? error.failure.reason : undefined;
}
