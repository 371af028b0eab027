import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships, users } from "../schema.ts";

const resolvedRow = {
  userId: types.text,
  exists: types.boolean,
  name: types.text,
  email: types.text,
  inPlace: types.boolean,
};

type ResolvedRow = ValuesOf<typeof resolvedRow>;

// Two primary key look-ups for each id: the profile and the place. The limits enforce this, whatever the planner estimates. While a user's
// data are being removed, the membership outlives the profile.
const resolve = statement(
  "users.profiles_resolve",
  {
    ids: listOf(types.text),
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
  },
  resolvedRow,
  sql`select i.user_id, u.${users.userId} is not null as exists, coalesce(u.${users.name}, '') as name,
    coalesce(u.${users.email}, '') as email,
     u.${users.userId} is not null and m.${memberships.userId} is not null as in_place
   from unnest($ids::text[]) as i (user_id)
   left join lateral (select ${users.userId}, ${users.name}, ${users.email} from ${users}
     where ${users.apiKeyId} = $apiKeyId and ${users.userId} = i.user_id limit 1) u on true
   left join lateral (select ${memberships.userId} from ${memberships} where ${ofPlace} and ${memberships.userId} = i.user_id
     limit 1) m on true`,
);

/** The profile of each user, if any; one row for each id. */
export function resolveProfiles(db: Db, place: Place, ids: readonly string[]): Promise<ResolvedRow[]> {
  return db.rows(resolve, { ...place, ids });
}
