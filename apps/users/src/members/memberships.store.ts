import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import { ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships, users } from "../schema.ts";

const remove = statement(
  "users.memberships_delete",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    ids: listOf(types.text),
  },
  { id: memberships.userId },
  sql`with to_delete as materialized (
     select ${memberships.userId} from ${memberships} where ${ofPlace} and ${memberships.userId} = any($ids::text[])
     order by ${memberships.userId} for update
   )
   delete from ${memberships} where ${ofPlace} and ${memberships.userId} = any(array(select ${memberships.userId} from to_delete))
   returning ${memberships.userId} as id`,
);

/** Removes users from a place. Returns the ids of those who were in it. */
export async function deleteMemberships(db: Db, place: Place, ids: readonly string[]): Promise<string[]> {
  return (await db.rows(remove, { ...place, ids })).map(({ id }) => id);
}

interface PlacesOfUser {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly after: string;
  readonly limit: number;
}

const selectOrganizations = statement(
  "users.organizations_of_user",
  { apiKeyId: memberships.apiKeyId, userId: memberships.userId, after: types.text, limit: types.bigint },
  { id: memberships.organizationId },
  sql`select ${memberships.organizationId} as id from ${memberships}
   where ${memberships.apiKeyId} = $apiKeyId and ${memberships.userId} = $userId and ${memberships.kind} = 'organization'
     and ${memberships.organizationId} > $after
   order by ${memberships.organizationId} limit $limit`,
);

/** Organizations that the user was added to, in the order of ids. */
export async function organizationsOfUser(db: Db, page: PlacesOfUser): Promise<string[]> {
  return (await db.rows(selectOrganizations, page)).map(({ id }) => id);
}

const selectPlaces = statement(
  "users.places_of_user",
  {
    apiKeyId: memberships.apiKeyId,
    userId: memberships.userId,
    kind: narrowed<PlaceKind>(types.text),
    organizationId: memberships.organizationId,
    after: types.text,
    limit: types.bigint,
  },
  { id: memberships.placeId },
  sql`select ${memberships.placeId} as id from ${memberships}
   where ${memberships.apiKeyId} = $apiKeyId and ${memberships.userId} = $userId and ${memberships.kind} = $kind
     and ${memberships.organizationId} = $organizationId and ${memberships.placeId} > $after
   order by ${memberships.placeId} limit $limit`,
);

/** Documents or folders of an organization that the user was added to, in the order of ids. */
export async function placesOfUser(db: Db, page: PlacesOfUser & { organizationId: string; kind: PlaceKind }): Promise<string[]> {
  return (await db.rows(selectPlaces, page)).map(({ id }) => id);
}

/** The number of users of an API key. */
export const countUsers = rowCount("users.users_count_part", users.apiKeyId, [users.userId]);

/** The number of their memberships in places. */
export const countMemberships = rowCount("users.memberships_count_part", memberships.apiKeyId, [
  memberships.organizationId,
  memberships.kind,
  memberships.placeId,
  memberships.userId,
]);
