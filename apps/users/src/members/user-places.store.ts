import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { Place } from "../places/place.ts";
import { memberships, users } from "../schema.ts";

const places = { organizationIds: listOf(types.text), kinds: listOf(types.text), placeIds: listOf(types.text) };
const given = sql`unnest($organizationIds::text[], $kinds::text[], $placeIds::text[]) as i (organization_id, kind, place_id)`;

// Locks the profile, so that it is not erased meanwhile, and the memberships in the order of their key.
const insert = statement(
  "users.memberships_of_user_insert",
  { apiKeyId: users.apiKeyId, userId: users.userId, ...places },
  { joined: types.boolean },
  sql`with profile as materialized (
     select ${users.userId} from ${users} where ${users.apiKeyId} = $apiKeyId and ${users.userId} = $userId for no key update
   )
   insert into ${memberships} (${memberships.apiKeyId}, ${memberships.organizationId}, ${memberships.kind}, ${memberships.placeId},
     ${memberships.userId})
   select $apiKeyId, i.organization_id, i.kind, i.place_id, ${users.userId} from profile cross join ${given}
   order by i.organization_id collate "C", i.kind collate "C", i.place_id collate "C"
   on conflict (${memberships.apiKeyId}, ${memberships.organizationId}, ${memberships.kind}, ${memberships.placeId}, ${memberships.userId})
     do update set ${memberships.addedAtMs} = excluded.${memberships.addedAtMs}
   returning xmax = 0 as joined`,
);

/** Adds a user, who has a profile, to places. Returns for each whether the user was not in it before; nothing when the profile is gone. */
export async function insertUserPlaces(db: Db, apiKeyId: string, userId: string, into: readonly Place[]): Promise<boolean[]> {
  return (await db.rows(insert, { apiKeyId, userId, ...columnsOf(into) })).map(({ joined }) => joined);
}

const known = statement(
  "users.memberships_of_user_among",
  { apiKeyId: memberships.apiKeyId, userId: memberships.userId, ...places },
  { organizationId: memberships.organizationId, kind: types.text, placeId: memberships.placeId, accessRole: types.text },
  sql`select m.${memberships.organizationId}, m.${memberships.kind}, m.${memberships.placeId},
     coalesce(m.${memberships.accessRole}, '') as access_role from ${given}
   cross join lateral (
     select ${memberships.organizationId}, ${memberships.kind}, ${memberships.placeId}, ${memberships.accessRole} from ${memberships}
     where ${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = i.organization_id and ${memberships.kind} = i.kind
       and ${memberships.placeId} = i.place_id and ${memberships.userId} = $userId limit 1) m`,
);

/** The places that the user is in. */
export async function selectUserPlaces(db: Db, apiKeyId: string, userId: string, among: readonly Place[]): Promise<Set<Place>> {
  return new Set((await selectUserRoles(db, apiKeyId, userId, among)).keys());
}

/** The role in each place that the user is in; empty for none. */
export async function selectUserRoles(db: Db, apiKeyId: string, userId: string, among: readonly Place[]): Promise<Map<Place, string>> {
  const rows = await db.rows(known, { apiKeyId, userId, ...columnsOf(among) });
  const roles = new Map(rows.map((row) => [nameOf(row), row.accessRole]));
  return new Map(
    among.flatMap((place) => {
      const role = roles.get(nameOf(place));
      return role === undefined ? [] : [[place, role]];
    }),
  );
}

function columnsOf(list: readonly Place[]) {
  return {
    organizationIds: list.map(({ organizationId }) => organizationId),
    kinds: list.map(({ kind }) => kind),
    placeIds: list.map(({ placeId }) => placeId),
  };
}

// Ids cannot contain U+0000.
function nameOf({ organizationId, kind, placeId }: { readonly organizationId: string; readonly kind: string; readonly placeId: string }) {
  return `${organizationId}\u0000${kind}\u0000${placeId}`;
}
