import type { FindUsersRequest } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import { type Cursor, cutPage, decodeCursor, encodeCursor } from "@parley/kernel";
import { countMembersUpTo, type FoundRow, firstPosition, type SearchPosition, searchAmongFew, searchField } from "./search.store.ts";

/** An organization with up to this many users (including those of its documents, if requested) is read whole. */
const few = 1_000;

/** The number of users of the API key that are examined at a time, and the most times for one page. */
const look = 1_000;
const looks = 10;

/**
 * Finds the users of an organization (with `all_documents` also of its documents) whose name, words of the name, e-mail address or id begin
 * with the text, in that order. The indexes for it cover the whole API key; a small organization is read whole instead, so that other
 * organizations' users cost it nothing. A page examines a limited number of users, whatever the database contains: so it may be shorter
 * than requested, or empty, without being the last one.
 */
export async function searchUsers(
  database: Database,
  request: FindUsersRequest,
  limit: number,
): Promise<{ found: readonly FoundRow[]; goesOnAt?: SearchPosition }> {
  const { apiKeyId, organizationId, allDocuments, search } = request;
  const from = positionOf(request.pageToken);
  const of = { apiKeyId, organizationId, allDocuments, search };
  const members = await countMembersUpTo(database, { apiKeyId, organizationId, allDocuments, most: few + 1 });
  if (members <= few) return { found: await searchAmongFew(database, { ...of, ...from, limit, most: few }) };
  const { found, goesOnAt } = await searchAmongMany(database, of, from, limit);
  return { found: found.slice(0, limit), ...(goesOnAt === undefined ? {} : { goesOnAt }) };
}

async function searchAmongMany(
  database: Database,
  of: { apiKeyId: string; organizationId: string; allDocuments: boolean; search: string },
  from: SearchPosition,
  limit: number,
): Promise<{ found: FoundRow[]; goesOnAt?: SearchPosition }> {
  const found: FoundRow[] = [];
  let at = from;
  for (let done = 0; done < looks && found.length < limit; done++) {
    const seen = await searchField(database, { ...of, ...at, limit: look });
    if (seen === undefined) return { found };
    found.push(...seen.filter(({ isFound }) => isFound));
    at = seen.at(-1) ?? { ...firstPosition, field: at.field + 1 };
  }
  return { found, goesOnAt: at };
}

/** The page cut from the users found; if it shows them all, the next page continues where the search ended. */
export function searchPage<Row extends SearchPosition>(found: readonly Row[], size: number, goesOnAt: SearchPosition | undefined) {
  const { shown, nextPageToken } = cutPage(found, size, cursorOf);
  const goesOn = goesOnAt === undefined ? "" : encodeCursor(cursorOf(goesOnAt));
  return { shown, nextPageToken: nextPageToken || goesOn };
}

function cursorOf({ field, text, userId }: SearchPosition): Cursor {
  return [field, text, userId];
}

function positionOf(pageToken: string): SearchPosition {
  const cursor = decodeCursor(pageToken, ["number", "string", "string"]);
  if (cursor === undefined) return firstPosition;
  const [field, text, userId] = cursor;
  return { field: Number(field), text: String(text), userId: String(userId) };
}
