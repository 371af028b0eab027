import type { NotificationRow } from "../notifications/rows/notifications.store.ts";
import type { StoredUser } from "../notifications/rows/stored-user.ts";
import type { StoredUsers } from "../webhooks/bodies/stored-users.ts";

/** The acting users as stored now, by id, for notifications that have only the id. */
export type StoredActors = ReadonlyMap<string, StoredUser>;

const none: StoredActors = new Map();

/** Loads the acting users of an API key's notifications. Empty while the users service does not respond: headlines then show ids. */
export async function storedActorsOf(users: StoredUsers, apiKeyId: string, rows: readonly NotificationRow[]): Promise<StoredActors> {
  const actors = rows.map(({ actionUser }) => JSON.parse(actionUser) as StoredUser);
  const ids = new Set(actors.filter(isNamedByIdAlone).map(({ userId }) => userId));
  if (ids.size === 0) return none;
  return ((await users.of(new Map([[apiKeyId, ids]]))).get(apiKeyId) as StoredActors | undefined) ?? none;
}

/** The user with their stored name, if the customer gave none. */
export function namedActor(user: StoredUser, actors: StoredActors): StoredUser {
  return isNamedByIdAlone(user) ? (actors.get(user.userId) ?? user) : user;
}

function isNamedByIdAlone({ name, email }: StoredUser): boolean {
  return !name && !email;
}
