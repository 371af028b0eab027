import { decodeCursor, encodeCursor } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { profilePage } from "./profile-page.ts";
import { type Collection, collectionPages, collections } from "./user-collections.ts";

const defaultSize = 100;
const placesSize = 1_000;

export const getUserData = (context: Context): Handler<"getUserData"> => {
  return async ({ apiKeyId, organizationId, userId, pageSize, pageToken }) => {
    const { places, ...from } = positionsOf(pageToken);
    const user = { apiKeyId, organizationId, userId };
    const [profile, pages] = await Promise.all([
      places === undefined ? undefined : profilePage(context.database, { ...user, size: placesSize, pageToken: places }),
      collectionPages(context, { ...user, pageSize: pageSize || defaultSize }, from),
    ]);
    const next = [profile?.nextPageToken ?? "", ...collections.map((collection) => pages[collection].nextPageToken)];
    return {
      commentsJson: [...pages.comments.itemsJson],
      reactionsJson: [...pages.reactions.itemsJson],
      recordingsJson: [...pages.recordings.itemsJson],
      notificationsJson: [...pages.notifications.itemsJson],
      ...(profile === undefined ? {} : { profile: profile.profile }),
      nextPageToken: next.every((token) => token === "") ? "" : encodeCursor(next),
    };
  };
};

type Positions = Record<Collection | "places", string | undefined>;

/** Where the user's places and each collection continue; undefined for a completed one. On the first page all of them begin. */
function positionsOf(pageToken: string): Positions {
  const tokens = decodeCursor(pageToken, ["string", "string", "string", "string", "string"]);
  const names = ["places", ...collections] as const;
  return Object.fromEntries(
    names.map((name, index) => [name, tokens === undefined ? "" : String(tokens[index]) || undefined]),
  ) as Positions;
}
