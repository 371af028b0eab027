import { type Db, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { ofDocuments, ofOrganization } from "../places/place.ts";
import { memberships } from "../schema.ts";

/** Where a search continues: a field (1 to 4), its value, and its user. */
export interface SearchPosition {
  readonly field: number;
  readonly text: string;
  readonly userId: string;
}

export const firstPosition: SearchPosition = { field: 1, text: "", userId: "" };

interface Search {
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** Whether users of the organization's documents are found, too. */
  readonly allDocuments: boolean;
  readonly search: string;
}

// The first three are the expressions of indexes of `users`, written exactly as there.
const fields = [
  'lower(left(name, 128)) collate "C"',
  `lower(left(split_part(btrim(name), ' ', -1), 128)) collate "C"`,
  'lower(left(email, 128)) collate "C"',
] as const;
const wanted = 'lower($search) collate "C"';

/** The first field that begins with the search text, or null. A user is found only by that field, so that no page shows one twice. */
const foundIn = `case ${fields.map((field, index) => `when starts_with(${field}, ${wanted}) then ${index + 1}`).join(" ")}
  when starts_with(user_id, $search) then 4 end`;
const textOf = `case ${foundIn} ${fields.map((field, index) => `when ${index + 1} then ${field}`).join(" ")} else user_id end collate "C"`;

const countMembers = statement(
  "users.search_members_count",
  { apiKeyId: memberships.apiKeyId, organizationId: memberships.organizationId, allDocuments: types.boolean, most: types.bigint },
  { members: types.integer },
  `select (select count(*) from (select from memberships where ${ofOrganization} order by user_id limit $most) m)::int
     + (select count(*) from (select from memberships where $allDocuments and ${ofDocuments} order by user_id limit $most) d)::int as members`,
);

/** How many memberships a search looks through: of the organization, and of its documents where they are meant. Of each `most` are counted. */
export async function countMembersUpTo(db: Db, of: Omit<Search, "search"> & { most: number }): Promise<number> {
  return (await db.row(countMembers, of))?.members ?? 0;
}

const foundRow = {
  userId: types.text,
  name: types.text,
  email: types.text,
  field: types.integer,
  text: types.text,
};

export type FoundRow = ValuesOf<typeof foundRow>;

const searchParameters = {
  apiKeyId: memberships.apiKeyId,
  organizationId: memberships.organizationId,
  allDocuments: types.boolean,
  search: types.text,
  text: types.text,
  userId: types.text,
  limit: types.bigint,
};

// Reads the whole organization: for those that are small.
const amongFew = statement(
  "users.search_among_few",
  { ...searchParameters, field: types.integer, most: types.bigint },
  foundRow,
  `with members as materialized (
     select m.user_id, u.name, u.email from (
       (select user_id from memberships where ${ofOrganization} order by user_id limit $most)
       union
       (select user_id from memberships where $allDocuments and ${ofDocuments} order by user_id limit $most)
     ) m
     cross join lateral (select name, email from users where api_key_id = $apiKeyId and user_id = m.user_id limit 1) u
   ), found as (
     select user_id, coalesce(name, '') as name, coalesce(email, '') as email, ${foundIn} as field, ${textOf} as text from members
   )
   select user_id, name, email, field, text from found
   where field is not null and (field, text, user_id) > ($field, $text, $userId)
   order by field, text, user_id limit $limit`,
);

/** The users found after a position in an organization with at most `most` users and, where they are meant, memberships of documents. */
export function searchAmongFew(db: Db, search: Search & SearchPosition & { limit: number; most: number }): Promise<FoundRow[]> {
  return db.rows(amongFew, search);
}

const candidateRow = { ...foundRow, isFound: types.boolean };

/** A user who was examined, and whether it is a match. */
type CandidateRow = ValuesOf<typeof candidateRow>;

/**
 * The next candidates of a field, in the order of an index, as many as are examined at a time; returns only matches, and the last
 * candidate.
 */
const inField = (name: string, field: number, candidates: string) =>
  statement(
    `users.search_${name}`,
    searchParameters,
    candidateRow,
    `with candidates as materialized (${candidates}), judged as (
       select user_id, coalesce(name, '') as name, coalesce(email, '') as email, ${field} as field, text,
         member and ${foundIn} = ${field} as is_found, row_number() over (order by text desc, user_id desc) = 1 as is_last
       from candidates
     )
     select user_id, name, email, field, text, coalesce(is_found, false) as is_found from judged where is_found or is_last
     order by text, user_id`,
  );

// A single lower bound, so that a later page does not begin at the first one's.
const ofIndex = (field: string) => `
  select c.user_id, c.name, c.email, c.text, m.user_id is not null as member
  from (
    select user_id, name, email, ${field} as text from users
    where api_key_id = $apiKeyId and ${field} < (lower($search) || chr(1114111)) collate "C"
      and (${field}, user_id) > (greatest(${wanted}, $text), $userId)
    order by ${field}, user_id limit $limit
  ) c
  left join lateral (
    select user_id from (
      select user_id from memberships where ${ofOrganization} and user_id = c.user_id
      union all
      select user_id from memberships where $allDocuments and ${ofDocuments} and user_id = c.user_id
    ) belongs limit 1
  ) m on true`;

// From user to user along the index: in how many documents each is does not matter.
const nextGuest = (after: string) => `
  select user_id from memberships
  where $allDocuments and ${ofDocuments} and user_id >= $search and user_id < $search || chr(1114111) and user_id > ${after}
  order by user_id limit 1`;

// A user whose profile is gone is being erased, and is no longer found.
const ofIds = `
  select m.user_id, u.name, u.email, m.user_id as text, u.user_id is not null as member
  from (
    with recursive guest as (
      select g.user_id, 1::bigint as nth from (${nextGuest("$userId")}) g
      union all
      select g.user_id, guest.nth + 1 from guest cross join lateral (${nextGuest("guest.user_id")}) g where guest.nth < $limit
    )
    (
      select user_id from memberships
      where ${ofOrganization} and user_id >= $search and user_id < $search || chr(1114111) and user_id > $userId
      order by user_id limit $limit
    )
    union
    select user_id from guest
    order by user_id limit $limit
  ) m
  left join lateral (select user_id, name, email from users where api_key_id = $apiKeyId and user_id = m.user_id limit 1) u on true`;

const byField = [
  inField("by_name", 1, ofIndex(fields[0])),
  inField("by_last_name", 2, ofIndex(fields[1])),
  inField("by_email", 3, ofIndex(fields[2])),
  inField("by_id", 4, ofIds),
];

/**
 * Examines the next users after a position whose field begins so, at most `limit`: none at the end of the field, undefined when there is no
 * such field.
 */
export async function searchField(
  db: Db,
  { field, ...search }: Search & SearchPosition & { limit: number },
): Promise<CandidateRow[] | undefined> {
  const of = byField[field - 1];
  return of && db.rows(of, search);
}
