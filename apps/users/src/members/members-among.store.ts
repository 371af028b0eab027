import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { memberships } from "../schema.ts";

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

interface PlaceInIt {
  readonly kind: string;
  readonly placeId: string;
}

const memberRow = {
  userId: memberships.userId,
  kind: types.text,
  placeId: memberships.placeId,
  accessRole: types.text,
  addedAtMs: types.bigint,
};

// One primary key look-up for each id and place; the limit enforces this, whatever the planner estimates.
const among = statement(
  "users.members_among",
  {
    ids: listOf(types.text),
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kinds: listOf(types.text),
    placeIds: listOf(types.text),
  },
  memberRow,
  sql`select m.${memberships.userId}, m.${memberships.kind}, m.${memberships.placeId},
     coalesce(m.${memberships.accessRole}, '') as access_role, m.${memberships.addedAtMs}
   from unnest($ids::text[]) as i (user_id)
   cross join (select distinct kind, place_id from unnest($kinds::text[], $placeIds::text[]) as x (kind, place_id)) p
   cross join lateral (
     select ${memberships.userId}, ${memberships.kind}, ${memberships.placeId}, ${memberships.accessRole}, ${memberships.addedAtMs}
     from ${memberships}
     where ${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId
       and ${memberships.kind} = p.kind and ${memberships.placeId} = p.place_id and ${memberships.userId} = i.user_id limit 1
   ) m`,
);

/** The memberships of these users in these places of an organization. */
export function selectMembers(
  db: Db,
  { apiKeyId, organizationId }: Organization,
  places: readonly PlaceInIt[],
  userIds: readonly string[],
): Promise<ValuesOf<typeof memberRow>[]> {
  const kinds = places.map(({ kind }) => kind);
  const placeIds = places.map(({ placeId }) => placeId);
  return db.rows(among, { ids: userIds, apiKeyId, organizationId, kinds, placeIds });
}
