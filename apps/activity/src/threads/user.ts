import type { User } from "@parley/contracts/activity";
import type { JsonObject } from "@parley/kernel";

/** A user as a message that may leave out what was not given. */
export type UserInit = Pick<User, "userId" | "name" | "email" | "extraJson">;

/** A user as it is stored with what they did, and as customers see it: `{userId, name, email, …}` as JSON text. */
export function storedUser({ userId, name, email, extraJson }: UserInit): string {
  return JSON.stringify(userObject({ userId, name, email, extraJson }));
}

/** Users as a JSON array. */
export function storedUsers(users: readonly UserInit[]): string {
  return JSON.stringify(users.map(userObject));
}

/** The message of a stored user. */
export function userMessage(stored: string): UserInit {
  return toMessage(JSON.parse(stored) as JsonObject);
}

/** The messages of a stored array of users. */
export function userMessages(stored: string): UserInit[] {
  return stored === "[]" ? [] : (JSON.parse(stored) as JsonObject[]).map(toMessage);
}

/** The ids of users, each once. */
export function userIds(users: readonly Pick<User, "userId">[]): string[] {
  return [...new Set(users.map(({ userId }) => userId))];
}

/** The user as customers see it. */
export function userObject({ userId, name, email, extraJson }: UserInit): JsonObject {
  const known = { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
  if (extraJson === "") return known;
  // What stands beside the known fields must not take their place.
  const { userId: _id, name: _name, email: _email, ...extra } = JSON.parse(extraJson) as JsonObject;
  return { ...known, ...extra };
}

function toMessage({ userId, name = "", email = "", ...extra }: JsonObject): UserInit {
  const extraJson = Object.keys(extra).length === 0 ? "" : JSON.stringify(extra);
  return { userId: String(userId), name: String(name), email: String(email), extraJson };
}
