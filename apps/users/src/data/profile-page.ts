import type { Db } from "@parley/database";
import { decodeCursor, encodeCursor, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectProfile } from "../members/profiles.store.ts";
import { placesPage } from "./places-page.ts";

const defaultSize = 1_000;

export const getUserProfile = ({ database }: Context): Handler<"getUserProfile"> => {
  return async ({ apiKeyId, organizationId, userId, pageSize, pageToken }) => {
    const page = await profilePage(database, { apiKeyId, organizationId, userId, pageToken, size: pageSize || defaultSize });
    if (page === undefined) throw notFound(`The user ${shortened(userId)} does not exist.`);
    return page;
  };
};

interface ProfileRequest {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly size: number;
  readonly pageToken: string;
}

/** The profile of a user with one page of the user's places; undefined when there is no such user. */
export async function profilePage(db: Db, { pageToken, ...request }: ProfileRequest) {
  const [kind = "organization", after = ""] = decodeCursor(pageToken, ["string", "string"]) ?? [];
  const profile = await selectProfile(db, request.apiKeyId, request.userId);
  if (profile === undefined) return undefined;
  const { places, next } = await placesPage(db, { ...request, from: { kind: String(kind), after: String(after) } });
  return {
    profile: {
      user: { userId: request.userId, name: profile.name, email: profile.email },
      metadataJson: profile.metadata,
      organizationIds: places.organization,
      documentIds: places.document,
      folderIds: places.folder,
    },
    nextPageToken: next === undefined ? "" : encodeCursor([next.kind, next.after]),
  };
}
