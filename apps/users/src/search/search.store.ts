import { type Db, type Sql, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { ofDocuments, ofOrganization } from "../places/place.ts";
import { memberships, users } from "../schema.ts";

/** The position where a search continues: a field (1 to 7), its value, and its user. */
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

// The expressions of indexes of `users`, written exactly as in the indexes.
const byName = sql`users.folded(${users.name}) collate "C"`;
const bySecondWord = sql`split_part(users.folded(${users.name}), ' ', 2) collate "C"`;
const byThirdWord = sql`split_part(users.folded(${users.name}), ' ', 3) collate "C"`;
const byLastWord = sql`split_part(users.folded(${users.name}), ' ', -1) collate "C"`;
const byEmail = sql`lower(left(${users.email}, 128)) collate "C"`;

const wantedName = sql`users.folded($search) collate "C"`;
const wantedWord = sql`users.longest_word(users.folded($search)) collate "C"`;
const wantedEmail = sql`lower($search) collate "C"`;

// Of a row with the columns `folded`, the normalized name, and `has_words`.
const word = (nth: number) => sql`split_part(folded, ' ', ${nth})`;
const begins = (text: Sql) => sql`has_words and starts_with(${text}, ${wantedWord})`;

/**
 * The first field in which a user is found, or null: the beginning of the name, one of its words that begins with the longest word of the
 * query, the e-mail address, or the id. A user is found only by that field, so that no page shows one twice.
 */
const foundIn = sql`case when ${wantedName} <> '' and starts_with(folded, ${wantedName}) then 1
  when ${begins(sql`folded`)} then 2 when ${begins(word(2))} then 3 when ${begins(word(3))} then 4 when ${begins(word(-1))} then 5
  when starts_with(${byEmail}, ${wantedEmail}) then 6
  when starts_with(${users.userId}, $search) then 7 end`;
const textOf = sql`case ${foundIn} when 1 then folded when 2 then folded when 3 then ${word(2)} when 4 then ${word(3)}
  when 5 then ${word(-1)} when 6 then ${byEmail} else ${users.userId} end collate "C"`;

/** Whether each word of the query is the beginning of a word of the name. */
const hasWords = sql`(select coalesce(bool_and(strpos(' ' || folded, ' ' || q.word) > 0), false)
    from unnest(string_to_array(users.folded($search), ' ')) as q (word))`;

const folded = sql`coalesce(users.folded(${users.name}), '') collate "C" as folded`;

const countMembers = statement(
  "users.search_members_count",
  { apiKeyId: memberships.apiKeyId, organizationId: memberships.organizationId, allDocuments: types.boolean, most: types.bigint },
  { members: types.integer },
  sql`select (select count(*) from (select from ${memberships} where ${ofOrganization} order by ${memberships.userId} limit $most) m)::int
     + (select count(*) from (select from ${memberships} where $allDocuments and ${ofDocuments} order by ${memberships.userId}
       limit $most) d)::int as members`,
);

/**
 * The number of memberships that a search would read: of the organization and, if requested, of its documents, each counted up to `most`.
 */
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

// Reads the whole organization; used only for small ones.
const amongFew = statement(
  "users.search_among_few",
  { ...searchParameters, field: types.integer, most: types.bigint },
  foundRow,
  sql`with members as materialized (
     select m.${memberships.userId}, u.${users.name}, u.${users.email}, u.folded from (
       (select ${memberships.userId} from ${memberships} where ${ofOrganization} order by ${memberships.userId} limit $most)
       union
       (select ${memberships.userId} from ${memberships} where $allDocuments and ${ofDocuments} order by ${memberships.userId} limit $most)
     ) m
     cross join lateral (select ${users.name}, ${users.email}, ${folded} from ${users}
       where ${users.apiKeyId} = $apiKeyId and ${users.userId} = m.${memberships.userId} limit 1) u
   ), compared as materialized (
     select *, ${hasWords} as has_words from members
   ), found as (
     select ${memberships.userId}, coalesce(${users.name}, '') as name, coalesce(${users.email}, '') as email, ${foundIn} as field,
       ${textOf} as text from compared
   )
   select ${memberships.userId}, name, email, field, text from found
   where field is not null and (field, text, ${memberships.userId}) > ($field, $text, $userId)
   order by field, text, ${memberships.userId} limit $limit`,
);

/** The users found after a position, in an organization with at most `most` users and, if requested, memberships of documents. */
export function searchAmongFew(db: Db, search: Search & SearchPosition & { limit: number; most: number }): Promise<FoundRow[]> {
  return db.rows(amongFew, search);
}

const candidateRow = { ...foundRow, isFound: types.boolean };

/** A user who was examined, and whether it is a match. */
type CandidateRow = ValuesOf<typeof candidateRow>;

/**
 * The next candidates of a field, in the order of an index, as many as are examined at a time; returns the matches, and the last candidate.
 */
const inField = (name: string, field: number, candidates: Sql) =>
  statement(
    `users.search_${name}`,
    searchParameters,
    candidateRow,
    sql`with candidates as materialized (${candidates}), compared as materialized (
       select *, ${hasWords} as has_words from candidates where member
       union all
       select *, false from candidates where not member
     ), judged as (
       select ${users.userId}, coalesce(${users.name}, '') as name, coalesce(${users.email}, '') as email, ${field} as field, text,
         member and ${foundIn} = ${field} as is_found, row_number() over (order by text desc, ${users.userId} desc) = 1 as is_last
       from compared
     )
     select ${users.userId}, name, email, field, text, coalesce(is_found, false) as is_found from judged where is_found or is_last
     order by text, ${users.userId}`,
  );

// A single lower bound, so that a later page does not start scanning at the first page's. Without words in the query no name is looked up.
const ofIndex = (field: Sql, wanted: Sql, condition = sql``) => sql`
  select c.${users.userId}, c.${users.name}, c.${users.email}, c.folded, c.text, m.${memberships.userId} is not null as member
  from (
    select ${users.userId}, ${users.name}, ${users.email}, ${folded}, ${field} as text from ${users}
    where ${users.apiKeyId} = $apiKeyId and ${field} < (${wanted} || chr(1114111)) collate "C"
      and (${field}, ${users.userId}) > (greatest(${wanted}, $text), $userId) and ${wanted} <> '' ${condition}
    order by ${field}, ${users.userId} limit $limit
  ) c
  left join lateral (
    select ${memberships.userId} from (
      select ${memberships.userId} from ${memberships} where ${ofOrganization} and ${memberships.userId} = c.${users.userId}
      union all
      select ${memberships.userId} from ${memberships} where $allDocuments and ${ofDocuments} and ${memberships.userId} = c.${users.userId}
    ) belongs limit 1
  ) m on true`;

// Walks from user to user along the index, so that the number of a user's documents does not matter.
const nextGuest = (after: Sql) => sql`
  select ${memberships.userId} from ${memberships}
  where $allDocuments and ${ofDocuments} and ${memberships.userId} >= $search and ${memberships.userId} < $search || chr(1114111)
    and ${memberships.userId} > ${after}
  order by ${memberships.userId} limit 1`;

// A user whose profile is gone is being erased, and is no longer found.
const ofIds = sql`
  select m.${memberships.userId}, u.${users.name}, u.${users.email}, coalesce(u.folded, '') as folded, m.${memberships.userId} as text,
    u.${users.userId} is not null as member
  from (
    with recursive guest as (
      select g.${memberships.userId}, 1::bigint as nth from (${nextGuest(sql`$userId`)}) g
      union all
      select g.${memberships.userId}, guest.nth + 1 from guest cross join lateral (${nextGuest(sql`guest.${memberships.userId}`)}) g
      where guest.nth < $limit
    )
    (
      select ${memberships.userId} from ${memberships}
      where ${ofOrganization} and ${memberships.userId} >= $search and ${memberships.userId} < $search || chr(1114111)
        and ${memberships.userId} > $userId
      order by ${memberships.userId} limit $limit
    )
    union
    select ${memberships.userId} from guest
    order by ${memberships.userId} limit $limit
  ) m
  left join lateral (select ${users.userId}, ${users.name}, ${users.email}, ${folded} from ${users}
    where ${users.apiKeyId} = $apiKeyId and ${users.userId} = m.${memberships.userId} limit 1) u on true`;

// A query of one word that begins the first word of a name begins the name.
const hasSeveral = sql`and strpos(users.folded($search), ' ') > 0`;
const hasWord = (nth: number) => sql`and split_part(users.folded(${users.name}), ' ', ${nth}) <> ''`;

const searches = [
  inField("by_name", 1, ofIndex(byName, wantedName)),
  inField("by_first_word", 2, ofIndex(byName, wantedWord, hasSeveral)),
  inField("by_second_word", 3, ofIndex(bySecondWord, wantedWord, hasWord(2))),
  inField("by_third_word", 4, ofIndex(byThirdWord, wantedWord, hasWord(3))),
  inField("by_last_word", 5, ofIndex(byLastWord, wantedWord, hasWord(4))),
  inField("by_email", 6, ofIndex(byEmail, wantedEmail)),
  inField("by_id", 7, ofIds),
];

/**
 * Examines at most `limit` users after a position whose field begins with the text: none at the end of the field, undefined when there is
 * no such field.
 */
export async function searchField(
  db: Db,
  { field, ...search }: Search & SearchPosition & { limit: number },
): Promise<CandidateRow[] | undefined> {
  const of = searches[field - 1];
  return of && db.rows(of, search);
}
