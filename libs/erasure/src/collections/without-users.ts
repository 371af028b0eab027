import type { Json } from "@parley/kernel";

/** What stands in place of a user who was removed. */
const erasedUser = "Deleted user";

// Keys whose value is the id of a user, or a list of them: userId, authorId, taggedUserIds, assignee_id.
const keyOfIds = /(user|author|assignee|actor|owner|creator|tagged|mentioned|involved|recipient)_?ids?$/i;

/**
 * The value without what names these users: user objects (`{userId, …}`) and ids under keys that say so. An object gives way to the words
 * "Deleted user", in a list it is left out; an id gives way to null. Texts that happen to equal an id stay: `{"status": "1"}` is not about the
 * user 1. Answers the same value when nothing names them.
 */
export function withoutUsers(value: Json, userIds: ReadonlySet<string>): Json {
  return replaced(value, "", userIds);
}

function replaced(value: Json, key: string, userIds: ReadonlySet<string>): Json {
  if (typeof value === "string") return userIds.has(value) && keyOfIds.test(key) ? null : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return replacedList(value, key, userIds);
  if (typeof value.userId === "string" && userIds.has(value.userId)) return erasedUser;
  let changed = false;
  const entries = Object.entries(value).map(([name, item]) => {
    const after = replaced(item, name, userIds);
    changed ||= after !== item;
    return [name, after] as const;
  });
  return changed ? Object.fromEntries(entries) : value;
}

function replacedList(items: readonly Json[], key: string, userIds: ReadonlySet<string>): Json {
  const kept = items.filter((item) => !isUser(item, key, userIds));
  const after = kept.map((item) => replaced(item, key, userIds));
  return kept.length === items.length && after.every((item, index) => item === items[index]) ? (items as Json) : after;
}

function isUser(item: Json, key: string, userIds: ReadonlySet<string>): boolean {
  if (typeof item === "string") return userIds.has(item) && keyOfIds.test(key);
  return typeof item === "object" && item !== null && !Array.isArray(item) && typeof item.userId === "string" && userIds.has(item.userId);
}
