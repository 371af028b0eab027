import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import { ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships } from "../schema.ts";

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
  `with to_delete as materialized (
     select user_id from memberships where ${ofPlace} and user_id = any($ids::text[])
     order by user_id for update
   )
   delete from memberships where ${ofPlace} and user_id = any(array(select user_id from to_delete))
   returning user_id as id`,
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
  `select organization_id as id from memberships
   where api_key_id = $apiKeyId and user_id = $userId and kind = 'organization' and organization_id > $after
   order by organization_id limit $limit`,
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
  `select place_id as id from memberships
   where api_key_id = $apiKeyId and user_id = $userId and kind = $kind and organization_id = $organizationId and place_id > $after
   order by place_id limit $limit`,
);

/** Documents or folders of an organization that the user was added to, in the order of ids. */
export async function placesOfUser(db: Db, page: PlacesOfUser & { organizationId: string; kind: PlaceKind }): Promise<string[]> {
  return (await db.rows(selectPlaces, page)).map(({ id }) => id);
}
