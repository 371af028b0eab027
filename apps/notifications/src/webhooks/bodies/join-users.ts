import type { Json, JsonObject } from "@parley/kernel";
import type { UserJson } from "../../triggers/trigger-event.ts";
import type { Profiles } from "./stored-users.ts";

/** The most bytes that user profiles may add to one body. */
const maxAddedBytes = 512 * 1024;

/** The ids of users of whom a body has only the id. */
export function bareUserIds(body: JsonObject): ReadonlySet<string> {
  const ids = new Set<string>();
  withUsers(body, (user) => {
    if (isBare(user)) ids.add(user.userId);
    return user;
  });
  return ids;
}

/**
 * Adds the stored profiles of those users to the body, as far as the limit allows: in full, else name and address only, else nothing.
 * Values that the customer gave stay.
 */
export function joinUsers(body: JsonObject, profiles: Profiles): JsonObject {
  for (const part of [whole, nameAndAddress]) {
    let added = 0;
    const joined = withUsers(body, (user) => {
      const profile = isBare(user) ? profiles.get(user.userId) : undefined;
      if (profile === undefined) return user;
      const said = part(profile);
      added += Buffer.byteLength(JSON.stringify(said));
      return { ...said, ...user };
    });
    if (added <= maxAddedBytes) return joined;
  }
  return body;
}

// A recipient also has channels.
function isBare(user: UserJson): boolean {
  return Object.keys(user).every((key) => key === "userId" || key === "notify");
}

const whole = (profile: UserJson): UserJson => profile;

function nameAndAddress({ userId, name, email }: UserJson): UserJson {
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}

type Of = (user: UserJson) => UserJson;

/** Changes each user in a body of either kind. The customer's own objects, such as metadata, stay unchanged whatever they look like. */
function withUsers(body: JsonObject, of: Of): JsonObject {
  return bodyUsers(body, of) as JsonObject;
}

type Change = (value: Json, of: Of) => Json;

const user: Change = (value, of) => of(value as UserJson);
const users = each(user);
const comment = changed({
  from: user,
  taggedUserContacts: each(changed({ contact: user })),
  reactionAnnotations: each(changed({ fromUsers: each(changed({ from: user })) })),
});
const thread = changed({ from: user, assignedTo: user, comments: each(comment) });
const bodyUsers = changed({
  actionUser: user,
  from: user,
  commentTextFrom: user,
  oldAssignee: user,
  newAssignee: user,
  toContactsTagged: users,
  toContactsUpdated: users,
  commentAnnotation: thread,
  targetComment: comment,
});

/** Changes the values of some keys. Unchanged objects are not copied: most bodies have nothing to change. */
function changed(changes: Readonly<Record<string, Change>>): Change {
  const keys = Object.entries(changes);
  return (object, of) => {
    let result = object as JsonObject;
    for (const [key, change] of keys) {
      const value = result[key];
      if (value === undefined || value === null) continue;
      const next = change(value, of);
      if (next !== value) result = { ...result, [key]: next };
    }
    return result;
  };
}

function each(change: Change): Change {
  return (values, of) => {
    const list = values as Json[];
    const next = list.map((value) => change(value, of));
    return next.some((value, index) => value !== list[index]) ? next : list;
  };
}
