import { type Db, sql, statement } from "@parley/database";
import { narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { ofDocuments, ofPlace, type Place, type PlaceKind } from "../places/place.ts";
import { memberships } from "../schema.ts";

/** Part of a count: the users among the memberships read, the number of these, and the last user; null for none. */
const part = { users: types.bigint, rows: types.bigint, last: nullable(types.text) };

type Part = ValuesOf<typeof part>;

interface Range {
  readonly after: string;
  readonly limit: number;
}

const range = { after: types.text, limit: types.bigint };
const counted = sql`select count(distinct ${memberships.userId}) as users, count(*) as rows, max(${memberships.userId}) as last`;

const ofOnePlace = statement(
  "users.members_count",
  {
    apiKeyId: memberships.apiKeyId,
    organizationId: memberships.organizationId,
    kind: narrowed<PlaceKind>(types.text),
    placeId: memberships.placeId,
    ...range,
  },
  part,
  sql`${counted} from (select ${memberships.userId} from ${memberships} where ${ofPlace} and ${memberships.userId} > $after
    order by ${memberships.userId} limit $limit) m`,
);

/** Counts the next users of a place. */
export function countMembers(db: Db, place: Place, from: Range): Promise<Part | undefined> {
  return db.row(ofOnePlace, { ...place, ...from });
}

const ofAnyDocument = statement(
  "users.document_members_count",
  { apiKeyId: memberships.apiKeyId, organizationId: memberships.organizationId, ...range },
  part,
  sql`${counted} from (select ${memberships.userId} from ${memberships} where ${ofDocuments} and ${memberships.userId} > $after
    order by ${memberships.userId} limit $limit) m`,
);

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/** Counts the next users of any document, each once; of the last one, memberships may be left unread. */
export function countDocumentMembers(db: Db, { apiKeyId, organizationId }: Organization, from: Range): Promise<Part | undefined> {
  return db.row(ofAnyDocument, { apiKeyId, organizationId, ...from });
}
