import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { groupMembers, memberships, users } from "../schema.ts";

const userRow = {
  userId: memberships.userId,
  name: types.text,
  email: types.text,
  metadata: users.metadata,
};

export type UserRow = ValuesOf<typeof userRow>;

const documentUserRow = {
  documentId: memberships.placeId,
  userId: memberships.userId,
  name: types.text,
  email: types.text,
  metadata: users.metadata,
};

export type DocumentUserRow = ValuesOf<typeof documentUserRow>;

interface Range {
  /** The user id after which the page begins; the empty text comes before all. */
  readonly after: string;
  readonly limit: number;
}

// Adds the profile of each row of `m`. The limit keeps it to one look-up for each, whatever number of rows the planner estimates; a row
// whose profile has just been deleted stays, so that the page keeps its length.
const withProfile = (rows: string) => `
  select m.*, coalesce(u.name, '') as name, coalesce(u.email, '') as email, coalesce(u.metadata, '{}') as metadata
  from (${rows}) m
  left join lateral (select name, email, metadata from users where api_key_id = $apiKeyId and user_id = m.user_id limit 1) u on true`;

// The primary key of memberships is the order of the page.
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
  `${withProfile(`select user_id from memberships where ${ofPlace} and user_id > $after order by user_id limit $limit`)} order by m.user_id`,
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
  `${withProfile(`
    select user_id from memberships where ${ofPlace} and user_id = any($userIds::text[]) and user_id > $after order by user_id limit $limit`)}
   order by m.user_id`,
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
  `${withProfile(`
    select place_id as document_id, user_id from memberships
    where api_key_id = $apiKeyId and organization_id = $organizationId and kind = 'document' and (place_id, user_id) > ($afterDocument, $after)
    order by place_id, user_id limit $limit`)}
   order by m.document_id, m.user_id`,
);

/** Users of every document of an organization, in the order of document ids, then of user ids. */
export function usersOfDocuments(db: Db, range: DocumentRange): Promise<DocumentUserRow[]> {
  return db.rows(ofAllDocuments, range);
}

interface OrganizationRange extends Range {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

const nextDocumentUser = (after: string) => `
  select user_id from memberships
  where api_key_id = $apiKeyId and organization_id = $organizationId and kind || '' = 'document' and user_id > ${after}
  order by user_id limit 1`;

// From user to user along the index memberships_of_documents: the cost of a page does not depend on how many documents a user is in.
const ofAnyDocument = statement(
  "users.page_of_any_document",
  { apiKeyId: types.text, organizationId: types.text, after: types.text, limit: types.integer },
  { userId: types.text, name: types.text, email: types.text, metadata: users.metadata },
  `with recursive page as (
     select u.user_id, 1 as nth from (${nextDocumentUser("$after")}) u
     union all
     select u.user_id, p.nth + 1 from page p cross join lateral (${nextDocumentUser("p.user_id")}) u where p.nth < $limit
   )
   ${withProfile("select user_id from page")} order by m.user_id`,
);

/** Users of any document of an organization, each once. */
export function usersOfAnyDocument(db: Db, range: OrganizationRange): Promise<UserRow[]> {
  return db.rows(ofAnyDocument, range);
}

interface GroupRange extends Range {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupIds: readonly string[];
}

const refsOfGroups =
  "select group_ref from user_groups where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = any($groupIds::text[])";

// From each group the first few members after the cursor. Up to the smallest last one of the groups that may have more, nothing is missing:
// up to there the merged list is complete, and only a few times the page's rows are read, however large the groups are.
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
  { userId: groupMembers.userId, complete: types.boolean, name: types.text, email: types.text, metadata: users.metadata },
  `with taken as materialized (
     select g.group_ref, t.user_id from (${refsOfGroups}) g
     cross join lateral (
       select user_id from group_members where api_key_id = $apiKeyId and group_ref = g.group_ref and user_id > $after
       order by user_id limit $fromEach
     ) t
   ), bound as materialized (
     select min(last_user_id) as user_id
     from (select max(user_id) as last_user_id from taken group by group_ref having count(*) = $fromEach) full_groups
   )
   ${withProfile(`
     select distinct user_id, (select user_id from bound) is null as complete from taken
     where user_id <= (select user_id from bound) or (select user_id from bound) is null
     order by user_id limit $limit`)}
   order by m.user_id`,
);

/**
 * Users who are in one of the groups, at most `fromEach` of a group: so the page may be shorter than its limit, and is the last one only if
 * its rows say `complete` too. Empty only at the end of the list.
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
  { userId: types.text, name: types.text, email: types.text, metadata: users.metadata },
  `${withProfile(`
    select i.user_id from (select distinct user_id collate "C" as user_id from unnest($userIds::text[]) as x (user_id)) i
    cross join lateral (
      select from group_members where api_key_id = $apiKeyId and user_id = i.user_id and group_ref = any(array(${refsOfGroups})) limit 1
    ) g
    where i.user_id > $after
    order by i.user_id limit $limit`)}
   order by m.user_id`,
);

/** Those of the named users who are in one of the groups. */
export function namedUsersOfGroups(db: Db, range: GroupRange & { userIds: readonly string[] }): Promise<UserRow[]> {
  return db.rows(ofGroupsByIds, range);
}
