import type { MessageInitShape } from "@bufbuild/protobuf";
import type { NotificationUser, NotificationUserSchema } from "@parley/contracts/notifications";
import type { JsonObject } from "@parley/kernel";

/** A user object as stored and as customers see it: their own keys are siblings of the three known ones. */
export type StoredUser = Readonly<JsonObject> & { readonly userId: string; readonly name?: string; readonly email?: string };

/** The user of a message, as an object. */
export function storedUser({ userId, name, email, extraJson }: NotificationUser): StoredUser {
  const extra = extraJson === "" ? {} : (JSON.parse(extraJson) as JsonObject);
  return { ...extra, userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}

export function userMessage({ userId, name, email, ...extra }: StoredUser): MessageInitShape<typeof NotificationUserSchema> {
  const extraJson = Object.keys(extra).length === 0 ? "" : JSON.stringify(extra);
  return { userId, ...(typeof name === "string" ? { name } : {}), ...(typeof email === "string" ? { email } : {}), extraJson };
}

/** The users of messages, each once, with the last description. */
export function storedUsers(users: readonly NotificationUser[]): StoredUser[] {
  return [...new Map(users.map((user) => [user.userId, storedUser(user)])).values()];
}
