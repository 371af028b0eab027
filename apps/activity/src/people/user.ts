import type { User } from "@parley/contracts/activity";
import type { DocumentAccess } from "@parley/document-access";
import type { JsonObject } from "@parley/kernel";
import { type DocumentScope, required } from "../places/scope.ts";

/** A user as a message, without absent fields. */
export type UserInit = Pick<User, "userId" | "name" | "email" | "extraJson"> & Partial<Pick<User, "taggedAs">>;

/** A user as stored with an action, and as customers see it: `{userId, name, email, …}` as JSON text. */
export function storedUser({ userId, name, email, extraJson }: UserInit): string {
  return JSON.stringify(userObject({ userId, name, email, extraJson }));
}

/** Tagged users as stored with a comment, and as customers see them: a JSON array of `{userId, text, contact}`. */
export function storedContacts(users: readonly UserInit[]): string {
  return JSON.stringify(users.map((user) => ({ userId: user.userId, text: user.taggedAs ?? "", contact: userObject(user) })));
}

/** A stored tagged user. */
export interface StoredContact extends JsonObject {
  readonly userId: string;
  readonly text: string;
  readonly contact: JsonObject;
}

/** The message of a stored user. */
export function userMessage(stored: string): UserInit {
  return toMessage(JSON.parse(stored) as JsonObject);
}

/** The messages of a stored array of tagged users. */
export function contactMessages(stored: string): UserInit[] {
  if (stored === "[]") return [];
  return (JSON.parse(stored) as StoredContact[]).map(({ text, contact }) => ({ ...toMessage(contact), taggedAs: text }));
}

/** The ids of users, without duplicates. */
export function userIds(users: readonly Pick<User, "userId">[]): string[] {
  return [...new Set(users.map(({ userId }) => userId))];
}

/** The user as customers see it. */
function userObject({ userId, name, email, extraJson }: UserInit): JsonObject {
  const known = { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
  if (extraJson === "") return known;
  // Further keys must not replace the known fields.
  const { userId: _id, name: _name, email: _email, ...extra } = JSON.parse(extraJson) as JsonObject;
  return { ...known, ...extra };
}

function toMessage({ userId, name = "", email = "", ...extra }: JsonObject): UserInit {
  const extraJson = Object.keys(extra).length === 0 ? "" : JSON.stringify(extra);
  return { userId: String(userId), name: String(name), email: String(email), extraJson };
}

interface UserRequest extends DocumentScope {
  readonly actingUser?: User | undefined;
}

/** The user for whom a request acts. A request for a document that the user may not access is refused before anything else. */
export async function actingUserOf({ access }: { readonly access: DocumentAccess }, request: UserRequest): Promise<User> {
  await access.requireOpen(request);
  return required(request.actingUser);
}

/** The only author whose items the acting user may change; undefined if the user may change everybody's. */
export function authorFor({ onlyOwn }: { readonly onlyOwn: boolean }, actor: User): string | undefined {
  return onlyOwn ? actor.userId : undefined;
}
