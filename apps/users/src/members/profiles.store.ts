import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships, users } from "../schema.ts";
import { columnsOf, type ProfileChange } from "./profile-change.ts";

const changedProfile = {
  id: users.userId,
  changed: types.boolean,
};

/** An existing profile: `changed` is false when its metadata would become too long. */
export type ChangedProfile = ValuesOf<typeof changedProfile>;

const addedProfile = {
  id: memberships.userId,
  /** Whether the user was not in the place before. */
  joined: types.boolean,
};

type AddedProfile = ValuesOf<typeof addedProfile>;

const items =
  "unnest($ids::text[], $names::text[], $emails::text[], $sets::text[], $clears::text[]) as i (id, name, email, metadata_set, metadata_clear)";

const addToPlace = (rows: string) => `
  insert into memberships (api_key_id, organization_id, kind, place_id, user_id)
  select $apiKeyId, $organizationId, $kind, $placeId, id from ${rows} order by id
  on conflict (api_key_id, organization_id, kind, place_id, user_id) do update set added_at_ms = excluded.added_at_ms
  returning user_id as id, xmax = 0 as joined`;

// Rows are locked and written in the order of ids, so that two batches never deadlock.
const insert = statement(
  "users.profiles_insert",
  {
    apiKeyId: users.apiKeyId,
    ids: listOf(types.text),
    names: listOf(nullable(types.text)),
    emails: listOf(nullable(types.text)),
    sets: listOf(types.text),
    organizationId: types.text,
    kind: narrowed<PlaceKind>(types.text),
    placeId: types.text,
  },
  addedProfile,
  `with added as (
     insert into users (api_key_id, user_id, name, email, metadata)
     select $apiKeyId, i.id, i.name, i.email, i.metadata_set::jsonb
     from unnest($ids::text[], $names::text[], $emails::text[], $sets::text[]) as i (id, name, email, metadata_set)
     order by i.id collate "C"
     on conflict (api_key_id, user_id) do nothing
     returning user_id as id
   )
   ${addToPlace("added")}`,
);

/** Creates the profiles that do not exist and adds their users to the place. Returns these. */
export function insertProfiles(db: Db, place: Place, changes: readonly ProfileChange[]): Promise<AddedProfile[]> {
  return db.rows(insert, { ...place, ...columnsOf(changes) });
}

const merged = `case when i.metadata_clear = '[]' then l.metadata || i.metadata_set::jsonb
  else (l.metadata || i.metadata_set::jsonb) - array(select jsonb_array_elements_text(i.metadata_clear::jsonb)) end`;

// Metadata that an earlier, higher limit allowed may stay as long as it is. A profile that would not change is not written.
const change = (ids: string) => `
  with locked as materialized (
    select user_id as id, name, email, metadata from users
    where api_key_id = $apiKeyId and user_id = any(${ids})
    order by user_id for no key update
  ), judged as materialized (
    select l.id, coalesce(i.name, l.name) as name, coalesce(i.email, l.email) as email, ${merged} as metadata,
      i.metadata_set = '{}' or octet_length((${merged})::text) <= greatest($metadataBytes, octet_length(l.metadata::text)) as fits
    from locked l join ${items} on i.id = l.id
  ), changed as (
    update users u set name = j.name, email = j.email, metadata = j.metadata, updated_at_ms = now_ms()
    from judged j
    where u.api_key_id = $apiKeyId and u.user_id = any($ids::text[]) and u.user_id = j.id and j.fits
      and (u.name, u.email, u.metadata) is distinct from (j.name, j.email, j.metadata)
  )`;

const changeAndAdd = statement(
  "users.profiles_change_and_add",
  {
    apiKeyId: types.text,
    ids: listOf(types.text),
    metadataBytes: types.integer,
    names: listOf(nullable(types.text)),
    emails: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
    organizationId: types.text,
    kind: narrowed<PlaceKind>(types.text),
    placeId: types.text,
  },
  { ...changedProfile, joined: types.boolean },
  `${change("$ids::text[]")}, joined as (${addToPlace("(select id from judged where fits) f")})
   select j.id, j.fits as changed, coalesce(m.joined, false) as joined from judged j left join joined m on m.id = j.id`,
);

/** Changes existing profiles and adds their users to the place, unless the profile would become too long. Returns each existing one. */
export function changeAndAddProfiles(
  db: Db,
  place: Place,
  changes: readonly ProfileChange[],
  metadataBytes: number,
): Promise<(ChangedProfile & AddedProfile)[]> {
  return db.rows(changeAndAdd, { ...place, ...columnsOf(changes), metadataBytes });
}

const changeOfPlace = statement(
  "users.profiles_change",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    ids: listOf(types.text),
    metadataBytes: types.integer,
    names: listOf(nullable(types.text)),
    emails: listOf(nullable(types.text)),
    sets: listOf(types.text),
    clears: listOf(types.text),
  },
  changedProfile,
  `${change(`array(select user_id from memberships where ${ofPlace} and user_id = any($ids::text[]))`)}
   select id, fits as changed from judged`,
);

/** Changes the profiles of users of the place. Returns each of them. */
export function changeProfiles(db: Db, place: Place, changes: readonly ProfileChange[], metadataBytes: number): Promise<ChangedProfile[]> {
  return db.rows(changeOfPlace, { ...place, ...columnsOf(changes), metadataBytes });
}

const profileRow = {
  name: types.text,
  email: types.text,
  metadata: users.metadata,
};

type ProfileRow = ValuesOf<typeof profileRow>;

const select = statement(
  "users.profile",
  { apiKeyId: users.apiKeyId, userId: users.userId },
  profileRow,
  `select coalesce(name, '') as name, coalesce(email, '') as email, metadata from users where api_key_id = $apiKeyId and user_id = $userId`,
);

export function selectProfile(db: Db, apiKeyId: string, userId: string): Promise<ProfileRow | undefined> {
  return db.row(select, { apiKeyId, userId });
}

const listedProfile = { userId: types.text, ...profileRow };

// One primary key look-up for each id; the limit keeps it so, whatever the planner estimates.
const selectMany = statement(
  "users.profiles_by_id",
  { ids: listOf(types.text), apiKeyId: users.apiKeyId, maxBytes: types.bigint },
  listedProfile,
  `select user_id, name, email, metadata from (
     select i.user_id, i.position, u.name, u.email, u.metadata,
       sum(octet_length(u.name) + octet_length(u.email) + octet_length(u.metadata::text)) over (order by i.position) as bytes
     from unnest($ids::text[]) with ordinality as i (user_id, position)
     cross join lateral (
       select coalesce(name, '') as name, coalesce(email, '') as email, metadata from users
       where api_key_id = $apiKeyId and user_id = i.user_id limit 1
     ) u
   ) found
   where bytes <= $maxBytes order by position`,
);

/** The profiles of users who exist, in the order of the ids, as long as they have no more bytes together. */
export function selectProfiles(
  db: Db,
  apiKeyId: string,
  ids: readonly string[],
  maxBytes: number,
): Promise<ValuesOf<typeof listedProfile>[]> {
  return db.rows(selectMany, { apiKeyId, ids, maxBytes });
}

const resolvedRow = {
  userId: types.text,
  exists: types.boolean,
  name: types.text,
  email: types.text,
  inPlace: types.boolean,
};

type ResolvedRow = ValuesOf<typeof resolvedRow>;

// Two primary key look-ups for each id: the profile and the place. The limits keep it so, whatever the planner estimates. A place outlives the
// profile of a user whose data are being removed for a while.
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
  `select i.user_id, u.user_id is not null as exists, coalesce(u.name, '') as name, coalesce(u.email, '') as email,
     u.user_id is not null and m.user_id is not null as in_place
   from unnest($ids::text[]) as i (user_id)
   left join lateral (select user_id, name, email from users where api_key_id = $apiKeyId and user_id = i.user_id limit 1) u on true
   left join lateral (select user_id from memberships where ${ofPlace} and user_id = i.user_id limit 1) m on true`,
);

/** The profile of each user, if any; one row for each id. */
export function resolveProfiles(db: Db, place: Place, ids: readonly string[]): Promise<ResolvedRow[]> {
  return db.rows(resolve, { ...place, ids });
}
