import { type Db, type Sql, sql, statement } from "@parley/database";
import { listedRows, listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { ofDocuments, ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships, nowMs, users } from "../schema.ts";
import { columnsOf, type ProfileChange } from "./profile-change.ts";

const changedProfile = {
  id: users.userId,
  changed: types.boolean,
};

/** An existing profile; `changed` is false when its metadata would become too long. */
export type ChangedProfile = ValuesOf<typeof changedProfile>;

const addedProfile = {
  id: memberships.userId,
  /** Whether the user was not in the place before. */
  joined: types.boolean,
};

type AddedProfile = ValuesOf<typeof addedProfile>;

const profileColumns = {
  id: ["ids", types.text],
  name: ["names", nullable(types.text)],
  email: ["emails", nullable(types.text)],
  metadata_set: ["sets", types.text],
  role: ["roles", nullable(types.text)],
} as const;
const newItems = listedRows("i", profileColumns);
const items = listedRows("i", { ...profileColumns, metadata_clear: ["clears", types.text] });

const addToPlace = (rows: Sql) => sql`
  insert into ${memberships} (${memberships.apiKeyId}, ${memberships.organizationId}, ${memberships.kind}, ${memberships.placeId},
    ${memberships.userId}, ${memberships.accessRole})
  select $apiKeyId, $organizationId, $kind, $placeId, id, role from ${rows} order by id
  on conflict (${memberships.apiKeyId}, ${memberships.organizationId}, ${memberships.kind}, ${memberships.placeId}, ${memberships.userId})
    do update set ${memberships.addedAtMs} = excluded.${memberships.addedAtMs},
      ${memberships.accessRole} = coalesce(excluded.${memberships.accessRole}, ${memberships}.${memberships.accessRole})
  returning ${memberships.userId} as id, xmax = 0 as joined`;

// Rows are locked and written in the order of ids, so that two batches never deadlock.
const insert = statement(
  "users.profiles_insert",
  {
    apiKeyId: users.apiKeyId,
    ...newItems.parameters,
    organizationId: types.text,
    kind: narrowed<PlaceKind>(types.text),
    placeId: types.text,
  },
  addedProfile,
  sql`with added as (
     insert into ${users} (${users.apiKeyId}, ${users.userId}, ${users.name}, ${users.email}, ${users.metadata})
     select $apiKeyId, i.id, i.name, i.email, i.metadata_set::jsonb
     from ${newItems.from}
     order by i.id collate "C"
     on conflict (${users.apiKeyId}, ${users.userId}) do nothing
     returning ${users.userId} as id
   )
   ${addToPlace(sql`(select a.id, i.role from added a join ${newItems.from} on i.id = a.id) r`)}`,
);

/** Creates the missing profiles and adds their users to the place. Returns these users. */
export function insertProfiles(db: Db, place: Place, changes: readonly ProfileChange[]): Promise<AddedProfile[]> {
  return db.rows(insert, { ...place, ...columnsOf(changes) });
}

const merged = sql`case when i.metadata_clear = '[]' then l.${users.metadata} || i.metadata_set::jsonb
  else (l.${users.metadata} || i.metadata_set::jsonb) - array(select jsonb_array_elements_text(i.metadata_clear::jsonb)) end`;

// Metadata that an earlier, higher limit allowed may keep its length. A profile that would not change is not written.
const change = (ids: Sql) => sql`
  with locked as materialized (
    select ${users.userId} as id, ${users.name}, ${users.email}, ${users.metadata} from ${users}
    where ${users.apiKeyId} = $apiKeyId and ${users.userId} = any(${ids})
    order by ${users.userId} for no key update
  ), judged as materialized (
    select l.id, coalesce(i.name, l.${users.name}) as name, coalesce(i.email, l.${users.email}) as email, ${merged} as metadata,
      i.metadata_set = '{}' or octet_length((${merged})::text) <= greatest($metadataBytes, octet_length(l.${users.metadata}::text)) as fits,
      i.role
    from locked l join ${items.from} on i.id = l.id
  ), changed as (
    update ${users} u set ${users.name} = j.name, ${users.email} = j.email, ${users.metadata} = j.metadata, ${users.updatedAtMs} = ${nowMs}
    from judged j
    where u.${users.apiKeyId} = $apiKeyId and u.${users.userId} = any($ids::text[]) and u.${users.userId} = j.id and j.fits
      and (u.${users.name}, u.${users.email}, u.${users.metadata}) is distinct from (j.name, j.email, j.metadata)
  )`;

const changeAndAdd = statement(
  "users.profiles_change_and_add",
  {
    apiKeyId: types.text,
    ...items.parameters,
    metadataBytes: types.integer,
    organizationId: types.text,
    kind: narrowed<PlaceKind>(types.text),
    placeId: types.text,
  },
  { ...changedProfile, joined: types.boolean },
  sql`${change(sql`$ids::text[]`)}, joined as (${addToPlace(sql`(select id, role from judged where fits) f`)})
   select j.id, j.fits as changed, coalesce(m.joined, false) as joined from judged j left join joined m on m.id = j.id`,
);

/** Changes existing profiles and adds their users to the place, unless the profile would become too long. Returns each existing profile. */
export function changeAndAddProfiles(
  db: Db,
  place: Place,
  changes: readonly ProfileChange[],
  metadataBytes: number,
): Promise<(ChangedProfile & AddedProfile)[]> {
  return db.rows(changeAndAdd, { ...place, ...columnsOf(changes), metadataBytes });
}

// The locks of the profiles keep other roles from being written meanwhile. Each membership is looked up once, whatever the planner estimates.
const changeOfPlace = statement(
  "users.profiles_change",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    ...items.parameters,
    metadataBytes: types.integer,
  },
  changedProfile,
  sql`${change(sql`array(select ${memberships.userId} from ${memberships} where ${ofPlace} and ${memberships.userId} = any($ids::text[]))`)},
   roles_changed as (
     update ${memberships} m set ${memberships.accessRole} = f.role from (
       select j.role, t.place from judged j cross join lateral (
         select ctid as place from ${memberships} where ${ofPlace} and ${memberships.userId} = j.id limit 1) t
       where j.fits and j.role is not null) f
     where m.${memberships.apiKeyId} = $apiKeyId and m.ctid = f.place
   )
   select id, fits as changed from judged`,
);

/** Changes the profiles of users of the place, and their roles in it. Returns each of them. */
export function changeProfiles(db: Db, place: Place, changes: readonly ProfileChange[], metadataBytes: number): Promise<ChangedProfile[]> {
  return db.rows(changeOfPlace, { ...place, ...columnsOf(changes), metadataBytes });
}

const changeOfDocuments = statement(
  "users.profiles_change_of_documents",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    ...items.parameters,
    metadataBytes: types.integer,
  },
  changedProfile,
  sql`${change(sql`array(select n.id from unnest($ids::text[]) as n (id)
    cross join lateral (select from ${memberships} where ${ofDocuments} and ${memberships.userId} = n.id limit 1) d)`)}
   select id, fits as changed from judged`,
);

/** Changes the profiles of users of any document of the organization. Returns each of them. */
export function changeProfilesOfDocuments(
  db: Db,
  { apiKeyId, organizationId }: Place,
  changes: readonly ProfileChange[],
  metadataBytes: number,
): Promise<ChangedProfile[]> {
  return db.rows(changeOfDocuments, { apiKeyId, organizationId, ...columnsOf(changes), metadataBytes });
}

const changeAny = statement(
  "users.profiles_change_any",
  { apiKeyId: users.apiKeyId, ...items.parameters, metadataBytes: types.integer },
  changedProfile,
  sql`${change(sql`$ids::text[]`)} select id, fits as changed from judged`,
);

/** Changes the profiles of users of the API key. Returns each of them. */
export function changeAnyProfiles(
  db: Db,
  { apiKeyId }: Place,
  changes: readonly ProfileChange[],
  metadataBytes: number,
): Promise<ChangedProfile[]> {
  return db.rows(changeAny, { apiKeyId, ...columnsOf(changes), metadataBytes });
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
  sql`select coalesce(${users.name}, '') as name, coalesce(${users.email}, '') as email, ${users.metadata} from ${users}
   where ${users.apiKeyId} = $apiKeyId and ${users.userId} = $userId`,
);

export function selectProfile(db: Db, apiKeyId: string, userId: string): Promise<ProfileRow | undefined> {
  return db.row(select, { apiKeyId, userId });
}

const listedProfile = { userId: types.text, name: types.text, email: types.text, metadataJson: users.metadata };

// Each id takes one look-up of the primary key. The limit enforces this, whatever the planner estimates.
const selectMany = statement(
  "users.profiles_by_id",
  { ids: listOf(types.text), apiKeyId: users.apiKeyId, maxBytes: types.bigint },
  listedProfile,
  sql`select user_id, name, email, ${users.metadata} from (
     select i.user_id, i.position, u.name, u.email, u.${users.metadata},
       sum(octet_length(u.name) + octet_length(u.email) + octet_length(u.${users.metadata}::text)) over (order by i.position) as bytes
     from unnest($ids::text[]) with ordinality as i (user_id, position)
     cross join lateral (
       select coalesce(${users.name}, '') as name, coalesce(${users.email}, '') as email, ${users.metadata} from ${users}
       where ${users.apiKeyId} = $apiKeyId and ${users.userId} = i.user_id limit 1
     ) u
   ) found
   where bytes <= $maxBytes order by position`,
);

/** The profiles of existing users, in the order of the ids, as long as they stay within the byte limit. */
export function selectProfiles(
  db: Db,
  apiKeyId: string,
  ids: readonly string[],
  maxBytes: number,
): Promise<ValuesOf<typeof listedProfile>[]> {
  return db.rows(selectMany, { apiKeyId, ids, maxBytes });
}
