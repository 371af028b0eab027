import type { Json, JsonObject } from "@parley/kernel";
import type { Profiles } from "./stored-users.ts";
import type { UserJson } from "./trigger-event.ts";

/** What descriptions of users may add to one body. */
const maxAddedBytes = 512 * 1024;

const bareUser = /\{"userId":"(?:[^"\\]|\\.)*"(?:\}|,"notify":\{)/;

/** Whether a body may name a user by the id alone; others need not be parsed. */
export function mayNameBareUsers(body: string): boolean {
  return bareUser.test(body);
}

/** The ids of users of whom a body says nothing else. */
export function bareUserIds(body: JsonObject): ReadonlySet<string> {
  const ids = new Set<string>();
  withUsers(body, (user) => {
    if (isBare(user)) ids.add(user.userId);
    return user;
  });
  return ids;
}

/**
 * The body with those users described by what is stored of them, as far as there is room for that: whole, else by name and address, else
 * not. What the customer said of a user stays.
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

// A recipient carries its channels too.
function isBare({ userId: _id, notify: _notify, ...said }: UserJson): boolean {
  return Object.keys(said).length === 0;
}

const whole = (profile: UserJson): UserJson => profile;

function nameAndAddress({ userId, name, email }: UserJson): UserJson {
  return { userId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}

type Of = (user: UserJson) => UserJson;

/** Changes each user of a body of either kind. The customer's own objects, such as metadata, are left alone whatever they look like. */
function withUsers(body: JsonObject, of: Of): JsonObject {
  const user: Change = (value) => of(value as UserJson);
  const contact = changed({ contact: user });
  const reaction = changed({ user });
  const comment = changed({ from: user, taggedUserContacts: each(contact), reactionAnnotations: each(reaction) });
  const people = { from: user, assignedTo: user, involvedUsers: each(user), mentionedUsers: each(user) };
  const thread = changed({ ...people, comments: each(comment) });
  const actors = { actionUser: user, from: user, commentTextFrom: user, oldAssignee: user, newAssignee: user };
  const recipients = { toContactsTagged: each(user), toContactsUpdated: each(user) };
  return changed({ ...actors, ...recipients, commentAnnotation: thread, targetComment: comment })(body);
}

type Change = (value: JsonObject) => JsonObject;

/** Changes the values of some keys, where there are any. */
function changed(changes: Readonly<Record<string, Change | ListChange>>): Change {
  return (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const change = Object.hasOwn(changes, key) && value !== null ? changes[key] : undefined;
        return [key, change === undefined ? value : (change as (value: Json | undefined) => Json)(value)];
      }),
    );
}

type ListChange = (values: JsonObject[]) => JsonObject[];

function each(change: Change): ListChange {
  return (values) => values.map(change);
}
