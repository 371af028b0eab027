import { type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../../places/fragments.ts";
import { annotations, annotationUsers } from "../../schema.ts";
import { annotationState, stateSql } from "./annotation-state.ts";

export const annotationRow = {
  documentId: annotations.documentId,
  annotationId: annotations.annotationId,
  /** Orders annotations with the same time in ms. */
  ref: annotations.annotationRef,
  ...annotationState,
  assignedAtMs: annotations.assignedAtMs,
  reactionCount: annotations.reactionCount,
  threadBytes: annotations.threadBytes,
  createdAtMs: annotations.createdAtMs,
  updatedAtMs: annotations.updatedAtMs,
  /** Whether the annotation matches the filters. The last row scanned is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** An annotation of a page. */
export type AnnotationRow = ValuesOf<typeof annotationRow>;

const parameters = {
  documentIds: listOf(types.text),
  locationIds: listOf(types.text),
  locationName: types.text,
  statuses: listOf(types.text),
  userIds: listOf(types.text),
  mentionedUserIds: listOf(types.text),
  resolvedBy: types.text,
  createdAfterMs: types.bigint,
  createdBeforeMs: types.bigint,
  updatedAfterMs: types.bigint,
  updatedBeforeMs: types.bigint,
  annotationIds: listOf(types.text),
  apiKeyId: types.text,
  organizationId: types.text,
  // Where the page begins, and the time before which, in the order of the page, it ends.
  fromMs: types.bigint,
  fromRef: types.bigint,
  untilMs: types.bigint,
  scanRows: types.bigint,
  limit: types.bigint,
};

// A subquery with a limit is looked up row by row; Postgres would read all rows of a user for `exists`.
const participates = (ids: Sql, condition: Sql) => sql`(
  select x.${annotationUsers.annotationRef} from ${annotationUsers} x
  where x.${annotationUsers.apiKeyId} = $apiKeyId and x.${annotationUsers.organizationId} = $organizationId
    and x.${annotationUsers.userId} = any(${ids}) and x.${annotationUsers.createdAtMs} = a.${annotations.createdAtMs}
    and x.${annotationUsers.annotationRef} between a.${annotations.annotationRef} and a.${annotations.annotationRef} ${condition}
  limit 1) is not null`;

// As the type of `statusLabel` in labels.ts.
const isTerminal = sql`coalesce(a.${annotations.labels} ->> 'statusType',
  case a.${annotations.status} when 'RESOLVED' then 'terminal' end, '') = 'terminal'`;

const matches = sql`(cardinality($documentIds::text[]) = 0 or a.${annotations.documentId} = any($documentIds::text[]))
  and (cardinality($annotationIds::text[]) = 0 or a.${annotations.annotationId} = any($annotationIds::text[]))
  and (cardinality($locationIds::text[]) = 0 or coalesce(a.${annotations.locationId} = any($locationIds::text[]), false))
  and ($locationName::text = '' or coalesce(a.${annotations.locationName} = $locationName, false))
  and (cardinality($statuses::text[]) = 0 or a.${annotations.status} = any($statuses::text[]))
  and a.${annotations.createdAtMs} > $createdAfterMs::bigint and a.${annotations.createdAtMs} < $createdBeforeMs::bigint
  and a.${annotations.updatedAtMs} > $updatedAfterMs::bigint and a.${annotations.updatedAtMs} < $updatedBeforeMs::bigint
  and ($resolvedBy::text = '' or coalesce(a.${annotations.statusUserId} = $resolvedBy and ${isTerminal}, false))
  and case when cardinality($userIds::text[]) = 0 then true else ${participates(sql`$userIds::text[]`, sql``)} end
  and case when cardinality($mentionedUserIds::text[]) = 0 then true
    else ${participates(sql`$mentionedUserIds::text[]`, sql`and x.${annotationUsers.isMentioned}`)} end`;

interface Ordered {
  readonly ms: Sql;
  readonly direction: Sql;
  /** The part of an index that the page may read. */
  readonly range: (time: Sql, ref: Sql) => Sql;
}

const ascending = (ms: Sql): Ordered => ({
  ms,
  direction: sql`asc`,
  range: (time, ref) => sql`(${time}, ${ref}) > ($fromMs::bigint, $fromRef::bigint) and ${time} < $untilMs::bigint`,
});
const descending = (ms: Sql): Ordered => ({
  ms,
  direction: sql`desc`,
  range: (time, ref) => sql`(${time}, ${ref}) < ($fromMs::bigint, $fromRef::bigint) and ${time} > $untilMs::bigint`,
});

/**
 * A statement that scans one index in the order of the page, up to a limited number of rows, and checks the filters row by row. The last
 * row scanned is also returned, so that the next page continues there.
 */
const path = (
  name: string,
  from: Sql,
  key: Sql,
  condition: Sql,
  { ms, direction, range }: Ordered = ascending(sql`${annotations.createdAtMs}`),
) => {
  const [time, ref] = [sql`${key}.${ms}`, sql`${key}.${annotations.annotationRef}`];
  return statement(
    `activity.annotations_${name}`,
    parameters,
    annotationRow,
    sql`select * from (
       select a.${annotations.documentId}, a.${annotations.annotationId}, ${ref} as ref, ${stateSql.of(sql`a`)},
         a.${annotations.assignedAtMs}, a.${annotations.reactionCount}, a.${annotations.threadBytes}, ${key}.${annotations.createdAtMs},
         a.${annotations.updatedAtMs}, ${matches} as is_match,
         row_number() over (order by ${time} ${direction}, ${ref} ${direction}) = $scanRows::bigint as is_scan_end
       from ${from}
       where ${key}.${annotations.apiKeyId} = $apiKeyId and ${key}.${annotations.organizationId} = $organizationId and ${condition}
         and ${range(time, ref)}
       order by ${time} ${direction}, ${ref} ${direction}
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by ${ms} ${direction}, ref ${direction} limit $limit`,
  );
};

const annotation = sql`${annotations} a`;
const theDocument = sql`${annotations.documentId} = ($documentIds::text[])[1]`;
const ofKey = sql`${annotations.apiKeyId} = $apiKeyId and ${annotations.organizationId} = $organizationId`;

// Several ranges of one index: the first rows of each, merged. The first `scanRows` of all are among them.
const merged = (ids: Sql, condition: Sql) => sql`(select distinct id from unnest(${ids}) as i (id)) i cross join lateral (
  select * from ${annotations} where ${ofKey} and ${condition}
    and ${ascending(sql``).range(sql`${annotations.createdAtMs}`, sql`${annotations.annotationRef}`)}
  order by ${annotations.createdAtMs}, ${annotations.annotationRef} limit $scanRows::bigint) a`;

const withThread = sql`join ${annotations} a on a.${annotations.apiKeyId} = $apiKeyId
  and a.${annotations.annotationRef} = u.${annotationUsers.annotationRef}`;
const ofUser = sql`${annotationUsers} u ${withThread}`;

const ofUsers = (ids: Sql, condition: Sql) => sql`(
  select distinct x.${annotationUsers.apiKeyId}, x.${annotationUsers.organizationId}, x.${annotationUsers.createdAtMs},
    x.${annotationUsers.annotationRef}
  from (select distinct id from unnest(${ids}) as i (id)) i cross join lateral (
    select * from ${annotationUsers}
    where ${annotationUsers.apiKeyId} = $apiKeyId and ${annotationUsers.organizationId} = $organizationId
      and ${annotationUsers.userId} = i.id ${condition}
      and ${ascending(sql``).range(sql`${annotationUsers.createdAtMs}`, sql`${annotationUsers.annotationRef}`)}
    order by ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef} limit $scanRows::bigint) x
  order by x.${annotationUsers.createdAtMs}, x.${annotationUsers.annotationRef} limit $scanRows::bigint) u ${withThread}`;

const [a, u] = [sql`a`, sql`u`];
const isUser = (ids: Sql) => sql`u.${annotationUsers.userId} = (${ids})[1]`;
const inDocument = sql`and u.${annotationUsers.documentId} = ($documentIds::text[])[1]`;
const itsDocument = sql`and ${annotationUsers.documentId} = ($documentIds::text[])[1]`;
const isMention = sql`and ${annotationUsers.isMentioned}`;
const userIds = sql`$userIds::text[]`;
const mentionedUserIds = sql`$mentionedUserIds::text[]`;
const byChange = { asc: ascending(sql`${annotations.updatedAtMs}`), desc: descending(sql`${annotations.updatedAtMs}`) };

/** The paths to the annotations of a list, each by the index that serves it. */
export const annotationPaths = {
  byId: path(
    "by_id",
    sql`(select distinct id from unnest($annotationIds::text[]) as i (id)) i
      cross join ${rowById("annotations", sql`i.id`, sql`*`, sql``, sql`($documentIds::text[])[1]`)} a`,
    a,
    sql`true`,
  ),
  byUser: path("by_user", ofUser, u, isUser(userIds)),
  byUserInDocument: path("by_user_in_document", ofUser, u, sql`${isUser(userIds)} ${inDocument}`),
  byUsers: path("by_users", ofUsers(userIds, sql``), u, sql`true`),
  byUsersInDocument: path("by_users_in_document", ofUsers(userIds, itsDocument), u, sql`true`),
  byMention: path("by_mention", ofUser, u, sql`${isUser(mentionedUserIds)} and u.${annotationUsers.isMentioned}`),
  byMentions: path("by_mentions", ofUsers(mentionedUserIds, isMention), u, sql`true`),
  byStatusUser: path("by_status_user", annotation, a, sql`a.${annotations.statusUserId} = $resolvedBy`),
  byLocation: path("by_location", annotation, a, sql`a.${theDocument} and a.${annotations.locationId} = ($locationIds::text[])[1]`),
  byLocations: path(
    "by_locations",
    merged(sql`$locationIds::text[]`, sql`${theDocument} and ${annotations.locationId} = i.id`),
    a,
    sql`true`,
  ),
  byLocationName: path(
    "by_location_name",
    annotation,
    a,
    sql`a.${theDocument} and a.${annotations.locationName} is not null and md5(a.${annotations.locationName}) = md5($locationName::text)`,
  ),
  byStatus: path("by_status", annotation, a, sql`a.${theDocument} and a.${annotations.status} = ($statuses::text[])[1]`),
  byStatuses: path("by_statuses", merged(sql`$statuses::text[]`, sql`${theDocument} and ${annotations.status} = i.id`), a, sql`true`),
  byDocument: path("by_document", annotation, a, sql`a.${theDocument}`),
  byDocuments: path("by_documents", merged(sql`$documentIds::text[]`, sql`${annotations.documentId} = i.id`), a, sql`true`),
  byOrganization: path("by_organization", annotation, a, sql`true`),
  byChange: path("by_change", annotation, a, sql`true`, byChange.asc),
  byChangeInDocument: path("by_change_in_document", annotation, a, sql`a.${theDocument}`, byChange.asc),
  byLastChange: path("by_last_change", annotation, a, sql`true`, byChange.desc),
  byLastChangeInDocument: path("by_last_change_in_document", annotation, a, sql`a.${theDocument}`, byChange.desc),
} as const;
