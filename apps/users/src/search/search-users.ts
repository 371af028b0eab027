import type { FindUsersRequest } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import { type Cursor, cutPage, decodeCursor, encodeCursor } from "@parley/kernel";
import { selectProfiles } from "../members/profiles.store.ts";
import { userMessage } from "../members/user-message.ts";
import { countMembersUpTo, type FoundRow, firstPosition, type SearchPosition, searchAmongFew, searchField } from "./search.store.ts";

/** An organization with up to so many users, those of its documents included where they are meant, is read whole. */
const few = 1_000;

/** How many users of the API key are examined at a time, and how many times at most for one page. */
const look = 1_000;
const looks = 10;

/**
 * A page of the users of an organization, with `all_documents` also of its documents, whose name, last name, e-mail address or id begins so, in that order. The indexes for it cover the
 * whole API key; a small organization is read whole instead, so that users of others cost it nothing. Whatever the database contains, a
 * page examines a limited number of users: it may be shorter than requested, or empty, without being the last one.
 */
export async function searchUsers(database: Database, request: FindUsersRequest, { size, limit }: { size: number; limit: number }) {
  const { apiKeyId, organizationId, allDocuments, search } = request;
  const from = positionOf(request.pageToken);
  const of = { apiKeyId, organizationId, allDocuments, search };
  const members = await countMembersUpTo(database, { apiKeyId, organizationId, allDocuments, most: few + 1 });
  const { found, goesOnAt } =
    members <= few
      ? { found: await searchAmongFew(database, { ...of, ...from, limit, most: few }) }
      : await searchAmongMany(database, of, from, limit);
  return pageOf(await withOwnKeys(database, apiKeyId, found.slice(0, limit)), size, goesOnAt);
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

type FoundProfile = FoundRow & { readonly metadata: string };

// The own keys of those found alone: candidates would carry theirs through every step of the search.
async function withOwnKeys(database: Database, apiKeyId: string, found: readonly FoundRow[]): Promise<FoundProfile[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ userId }) => userId);
  const profiles = new Map((await selectProfiles(database, apiKeyId, ids, Number.MAX_SAFE_INTEGER)).map((row) => [row.userId, row]));
  return found.map((row) => ({ ...row, metadata: profiles.get(row.userId)?.metadata ?? "{}" }));
}

function pageOf(found: readonly FoundProfile[], size: number, goesOnAt?: SearchPosition) {
  const { shown, nextPageToken } = cutPage(found, size, cursorOf);
  const goesOn = goesOnAt === undefined ? "" : encodeCursor(cursorOf(goesOnAt));
  return { users: shown.map(userMessage), documents: [], nextPageToken: nextPageToken || goesOn };
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
