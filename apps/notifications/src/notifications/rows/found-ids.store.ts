import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { recipients } from "../../streams/tables.ts";
import { notifications } from "./tables.ts";

interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** Empty for all documents; a user is then required. */
  readonly documentId: string;
  /** Empty for all locations. */
  readonly locationId: string;
  /** Whoever is notified by name; empty for all users. */
  readonly userId: string;
}

const ofPlace = { apiKeyId: notifications.apiKeyId, organizationId: notifications.organizationId };
const found = { notificationId: notifications.notificationId, isMatch: types.boolean };

const inDocument = (within = sql``) => sql`
  select ${notifications.notificationId}, true as is_match from ${notifications}
   where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
     and ${notifications.documentId} = $documentId ${within}
   order by ${notifications.createdAtMs}, ${notifications.notificationRef} limit $limit`;

const findInDocument = statement(
  "notifications.find_in_document",
  { ...ofPlace, documentId: notifications.documentId, limit: types.bigint },
  found,
  inDocument(),
);

const findAtLocation = statement(
  "notifications.find_at_location",
  { ...ofPlace, documentId: notifications.documentId, locationId: types.text, limit: types.bigint },
  found,
  inDocument(sql`and ${notifications.locationId} = $locationId`),
);

const ofUser = (within = sql``) => sql`
  select n.${notifications.notificationId}, $locationId = '' or n.${notifications.locationId} is not distinct from $locationId as is_match
   from (
     select ${recipients.notificationRef}, ${recipients.createdAtMs} from ${recipients}
     where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId and ${recipients.userId} = $userId ${within}
     order by ${recipients.createdAtMs}, ${recipients.notificationRef} limit $limit
   ) r
   cross join lateral (
     select ${notifications.notificationId}, ${notifications.locationId} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = r.${recipients.notificationRef} limit 1
   ) n
   order by r.${recipients.createdAtMs}, r.${recipients.notificationRef}`;

const findOfUser = statement(
  "notifications.find_of_user",
  { ...ofPlace, userId: recipients.userId, locationId: types.text, limit: types.bigint },
  found,
  ofUser(),
);

const findOfUserInDocument = statement(
  "notifications.find_of_user_in_document",
  { ...ofPlace, userId: recipients.userId, documentId: recipients.documentId, locationId: types.text, limit: types.bigint },
  found,
  ofUser(sql`and ${recipients.documentId} = $documentId`),
);

/** The ids of the notifications that match, oldest first, and how many were examined: at most `limit`. */
export async function findIds(db: Db, place: Place, limit: number): Promise<{ ids: string[]; examined: number }> {
  const rows = await rowsOf(db, { ...place, limit });
  return { ids: rows.filter(({ isMatch }) => isMatch).map(({ notificationId }) => notificationId), examined: rows.length };
}

function rowsOf(db: Db, place: Place & { readonly limit: number }) {
  if (place.userId !== "") return db.rows(place.documentId === "" ? findOfUser : findOfUserInDocument, place);
  return db.rows(place.locationId === "" ? findInDocument : findAtLocation, place);
}
