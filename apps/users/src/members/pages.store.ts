import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { ofDocuments, ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { groupMembers, memberships, userGroups, users } from "../schema.ts";

const userRow = {
  userId: memberships.userId,
  accessRole: types.text,
  name: types.text,
  email: types.text,
  metadataJson: users.metadata,
};

export type UserRow = ValuesOf<typeof userRow>;

const documentUserRow = {
  documentId: memberships.placeId,
  userId: memberships.userId,
  accessRole: types.text,
  name: types.text,
  email: types.text,
  metadataJson: users.metadata,
};

export type DocumentUserRow = ValuesOf<typeof documentUserRow>;

interface Range {
  /** The user id after which the page begins; the empty text comes before all ids. */
  readonly after: string;
  readonly limit: number;
}

// Adds the profile to each row of `m`. The limit enforces one look-up for each, whatever number of rows the planner estimates; a row whose
// profile has just been deleted stays, so that the page keeps its length.
const withProfile = (rows: Sql) => sql`
  select m.*, coalesce(u.${users.name}, '') as name, coalesce(u.${users.email}, '') as email,
    coalesce(u.${users.metadata}, '{}') as metadata
  from (${rows}) m
  left join lateral (select ${users.name}, ${users.email}, ${users.metadata} from ${users}
    where ${users.apiKeyId} = $apiKeyId and ${users.userId} = m.${memberships.userId} limit 1) u on true`;

const member = sql`${memberships.userId}, coalesce(${memberships.accessRole}, '') as access_role`;
const noRole = sql`'' as access_role`;

// The primary key of memberships has the order of the page.
const ofOnePlace = statement(
  "users.page_of_place",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    after: types.text,
    limit: types.bigint,
  },
  userRow,
  sql`${withProfile(sql`select ${member} from ${memberships} where ${ofPlace} and ${memberships.userId} > $after
    order by ${memberships.userId} limit $limit`)} order by m.${memberships.userId}`,
);

const ofOnePlaceByIds = statement(
  "users.page_of_place_by_ids",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    userIds: listOf(types.text),
    after: types.text,
    limit: types.bigint,
  },
  userRow,
  sql`${withProfile(sql`
    select ${member} from ${memberships} where ${ofPlace} and ${memberships.userId} = any($userIds::text[])
      and ${memberships.userId} > $after order by ${memberships.userId} limit $limit`)}
   order by m.${memberships.userId}`,
);

/** Users of a place; only the named ones, if any are named. */
export function usersOfPlace(db: Db, place: Place, range: Range, userIds: readonly string[]): Promise<UserRow[]> {
  return userIds.length === 0 ? db.rows(ofOnePlace, { ...place, ...range }) : db.rows(ofOnePlaceByIds, { ...place, ...range, userIds });
}

interface DocumentRange extends Range {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly afterDocument: string;
}

const ofAllDocuments = statement(
  "users.page_of_documents",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    afterDocument: types.text,
    after: types.text,
    limit: types.bigint,
  },
  documentUserRow,
  sql`${withProfile(sql`
    select ${memberships.placeId} as document_id, ${member} from ${memberships}
    where ${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId and ${memberships.kind} = 'document'
      and (${memberships.placeId}, ${memberships.userId}) > ($afterDocument, $after)
    order by ${memberships.placeId}, ${memberships.userId} limit $limit`)}
   order by m.document_id, m.${memberships.userId}`,
);

/** Users of every document of an organization, in the order of document ids, then of user ids. */
export function usersOfDocuments(db: Db, range: DocumentRange): Promise<DocumentUserRow[]> {
  return db.rows(ofAllDocuments, range);
}

interface OrganizationRange extends Range {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

const nextDocumentUser = (after: Sql) => sql`
  select ${memberships.userId} from ${memberships}
  where ${memberships.apiKeyId} = $apiKeyId and ${memberships.organizationId} = $organizationId and ${memberships.kind} || '' = 'document'
    and ${memberships.userId} > ${after}
  order by ${memberships.userId} limit 1`;

// Walks from user to user along the index memberships_of_documents, so that the cost of a page does not depend on the number of a user's
// documents.
const ofAnyDocument = statement(
  "users.page_of_any_document",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.integer },
  userRow,
  sql`with recursive page as (
     select u.${memberships.userId}, 1 as nth from (${nextDocumentUser(sql`$after`)}) u
     union all
     select u.${memberships.userId}, p.nth + 1 from page p cross join lateral (${nextDocumentUser(sql`p.${memberships.userId}`)}) u
     where p.nth < $limit
   )
   ${withProfile(sql`select ${memberships.userId}, ${noRole} from page`)} order by m.${memberships.userId}`,
);

/** Users of any document of an organization, each once. */
export function usersOfAnyDocument(db: Db, range: OrganizationRange): Promise<UserRow[]> {
  return db.rows(ofAnyDocument, range);
}

const ofAnyDocumentByIds = statement(
  "users.page_of_any_document_by_ids",
  {
    userIds: listOf(types.text),
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    after: types.text,
    limit: types.bigint,
  },
  userRow,
  sql`${withProfile(sql`
    select i.${memberships.userId}, ${noRole} from (select distinct user_id collate "C" as ${memberships.userId}
      from unnest($userIds::text[]) as x (user_id)) i
    cross join lateral (select from ${memberships} where ${ofDocuments} and ${memberships.userId} = i.${memberships.userId} limit 1) d
    where i.${memberships.userId} > $after
    order by i.${memberships.userId} limit $limit`)}
   order by m.${memberships.userId}`,
);

/** The named users who are in any document of an organization. */
export function usersOfAnyDocumentByIds(db: Db, range: OrganizationRange & { userIds: readonly string[] }): Promise<UserRow[]> {
  return db.rows(ofAnyDocumentByIds, range);
}

interface GroupRange extends Range {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupIds: readonly string[];
}

const refsOfGroups = sql`select ${userGroups.groupRef} from ${userGroups} where ${userGroups.apiKeyId} = $apiKeyId
    and ${userGroups.organizationId} = $organizationId and ${userGroups.groupId} = any($groupIds::text[])`;

// Reads the first few members after the cursor from each group. Of the groups that may have more members, the smallest last id is the point
// up to which the merged list is complete. So only a few times the page's rows are read, however large the groups are.
const ofGroups = statement(
  "users.page_of_groups",
  {
    apiKeyId: groupMembers.apiKeyId,
    organizationId: types.text,
    groupIds: listOf(types.text),
    after: types.text,
    fromEach: types.bigint,
    limit: types.bigint,
  },
  {
    userId: groupMembers.userId,
    accessRole: types.text,
    complete: types.boolean,
    name: types.text,
    email: types.text,
    metadataJson: users.metadata,
  },
  sql`with taken as materialized (
     select g.${userGroups.groupRef}, t.${groupMembers.userId} from (${refsOfGroups}) g
     cross join lateral (
       select ${groupMembers.userId} from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId
         and ${groupMembers.groupRef} = g.${userGroups.groupRef} and ${groupMembers.userId} > $after
       order by ${groupMembers.userId} limit $fromEach
     ) t
   ), bound as materialized (
     select min(last_user_id) as user_id
     from (select max(${groupMembers.userId}) as last_user_id from taken group by ${userGroups.groupRef}
       having count(*) = $fromEach) full_groups
   )
   ${withProfile(sql`
     select distinct ${groupMembers.userId}, ${noRole}, (select user_id from bound) is null as complete from taken
     where ${groupMembers.userId} <= (select user_id from bound) or (select user_id from bound) is null
     order by ${groupMembers.userId} limit $limit`)}
   order by m.${groupMembers.userId}`,
);

/**
 * Users who are in one of the groups, at most `fromEach` of each group. A page may therefore be shorter than its limit. It is the last page
 * only if its rows also say `complete`. It is empty only at the end of the list.
 */
export function usersOfGroups(db: Db, range: GroupRange & { fromEach: number }): Promise<(UserRow & { complete: boolean })[]> {
  return db.rows(ofGroups, range);
}

const ofGroupsByIds = statement(
  "users.page_of_groups_by_ids",
  {
    userIds: listOf(types.text),
    apiKeyId: groupMembers.apiKeyId,
    organizationId: types.text,
    groupIds: listOf(types.text),
    after: types.text,
    limit: types.bigint,
  },
  userRow,
  sql`${withProfile(sql`
    select i.${groupMembers.userId}, ${noRole} from (select distinct user_id collate "C" as ${groupMembers.userId}
      from unnest($userIds::text[]) as x (user_id)) i
    cross join lateral (
      select from ${groupMembers} where ${groupMembers.apiKeyId} = $apiKeyId and ${groupMembers.userId} = i.${groupMembers.userId}
        and ${groupMembers.groupRef} = any(array(${refsOfGroups})) limit 1
    ) g
    where i.${groupMembers.userId} > $after
    order by i.${groupMembers.userId} limit $limit`)}
   order by m.${groupMembers.userId}`,
);

/** The named users who are in one of the groups. */
export function namedUsersOfGroups(db: Db, range: GroupRange & { userIds: readonly string[] }): Promise<UserRow[]> {
  return db.rows(ofGroupsByIds, range);
}
