import type { Mutation } from "../mutation.ts";

const joined = "apps/activity/src/people/stored-users.ts";
const joinedTest = ["apps/activity/test/stored-users.test.ts"];
const builder = "apps/notifications/src/webhooks/bodies/body-texts.ts";
const bodiesTest = ["apps/notifications/test/webhooks/stored-users.test.ts"];
const actors = "apps/notifications/src/inbox/stored-actors.ts";
const headlines = ["apps/notifications/test/headlines.test.ts"];
const findUsers = ["apps/users/test/find-users.test.ts"];

/** Responses with users as they are stored. */
export const storedUsers: readonly Mutation[] = [
  {
    name: "log-shows-the-id-of-a-stored-user",
    file: "apps/activity/src/activity-log/read-activities.ts",
    text: "described === actor ? row : { ...row, actionUser: storedUser(described) }",
    replacement: "row",
    noticedBy: joinedTest,
    tests: "an actor known to the log only by",
  },
  {
    name: "log-renames-a-user-whom-the-customer-named",
    file: joined,
    text: "isBare(user) ? profiles?.get(user.userId) : undefined;",
    replacement: "profiles?.get(user.userId);",
    noticedBy: joinedTest,
    tests: "an actor known to the log only by",
  },
  {
    name: "log-names-users-who-are-wanted-as-given",
    file: "apps/activity/src/administration.ts",
    text: "readActivities(context, request, { ...request, joinsUsers: !request.usersAsGiven })",
    replacement: "readActivities(context, request, { ...request, joinsUsers: true })",
    noticedBy: joinedTest,
    tests: "an actor known to the log only by",
  },
  {
    name: "profiles-have-no-bound",
    file: "apps/users/src/members/profiles.store.ts",
    text: "where bytes <= $maxBytes order by position",
    replacement: "where bytes <= $maxBytes or position > 0 order by position",
    noticedBy: findUsers,
    tests: "only existing profiles of the API key are",
  },
  {
    name: "search-forgets-own-keys",
    file: "apps/users/src/members/find-users.ts",
    text: 'metadataJson: metadata.get(row.userId) ?? "{}"',
    replacement: 'metadataJson: metadata.get("") ?? "{}"',
    noticedBy: findUsers,
    tests: "users come with the customer's own keys",
  },
  {
    name: "joined-user-replaces-what-was-given",
    file: joined,
    text: 'return name === "" && email === "" && extraJson === "";',
    replacement: 'return email === "" && extraJson === "" && name !== undefined;',
    noticedBy: joinedTest,
    tests: "a given description of a user is kept",
  },
  {
    name: "list-asks-again-for-users-while-nobody-answers",
    file: joined,
    text: "this.#awayUntilMs = performance.now() + awayMs;",
    replacement: "this.#awayUntilMs = performance.now();",
    noticedBy: joinedTest,
    tests: "while the users service does not answer, a",
  },
  {
    name: "joined-users-make-pages-of-any-size",
    file: joined,
    text: "if (!bytes.admits(added)) break;",
    replacement: "bytes.admits(added);",
    noticedBy: joinedTest,
    tests: "a page ends where user descriptions make it",
  },
  {
    name: "joined-users-make-threads-of-any-size",
    file: joined,
    text: "if (added <= maxThreadBytes) return",
    replacement: "if (added <= maxThreadBytes * 100) return",
    noticedBy: joinedTest,
    tests: "a thread whose user descriptions would be too",
  },
  {
    name: "page-names-more-users-than-were-asked-for",
    file: joined,
    text: "named: Math.max(1, index) }",
    replacement: "named: threads.length }",
    noticedBy: joinedTest,
    tests: "a page ends before the thread whose users",
  },
  {
    name: "webhook-body-replaces-what-was-given-of-users",
    file: "apps/notifications/src/webhooks/bodies/join-users.ts",
    text: "const profile = isBare(user) ? profiles.get(user.userId) : undefined;",
    replacement: "const profile = profiles.get(user.userId);",
    noticedBy: bodiesTest,
    tests: "bodies have the stored profiles",
  },
  {
    name: "webhook-is-sent-without-users-at-once",
    file: builder,
    text: "return isOverdue(row) ? given : undefined;",
    replacement: "return row === undefined ? undefined : given;",
    noticedBy: bodiesTest,
    tests: "a users service that is",
  },
  {
    name: "webhook-waits-for-users-for-ever",
    file: builder,
    text: "return isOverdue(row) ? given : undefined;",
    replacement: "return isOverdue(row) ? undefined : undefined;",
    noticedBy: bodiesTest,
    tests: "an event that waited a minute",
  },
  {
    name: "webhook-overtakes-what-waits-for-users",
    file: "apps/notifications/src/delivery/delivery-queue.ts",
    text: "const waits = [...unsent, ...behind.map((row) => ({ row, delayMs }))];",
    replacement: "const waits = [...unsent, ...behind.slice(behind.length).map((row) => ({ row, delayMs }))];",
    noticedBy: bodiesTest,
    tests: "a users service that is",
  },
  {
    name: "headline-names-whoever-acted-by-the-id",
    file: actors,
    text: "isNamedByIdAlone(user) ? (actors.get(user.userId) ?? user) : user",
    replacement: "isNamedByIdAlone(user) && actors.size > 9_999 ? (actors.get(user.userId) ?? user) : user",
    noticedBy: headlines,
    tests: "a headline shows the acting",
  },
  {
    name: "headline-replaces-the-name-that-was-given",
    file: actors,
    text: "isNamedByIdAlone(user) ? (actors.get(user.userId) ?? user) : user",
    replacement: "actors.get(user.userId) ?? user",
    noticedBy: headlines,
    tests: "a headline shows the acting",
  },
  {
    name: "entry-has-no-room-for-a-stored-name",
    file: "apps/notifications/src/entries/entries-of.ts",
    text: "actionUser: longestActor(actionUser)",
    replacement: "actionUser: longestActor({ ...actionUser, name: actionUser.userId })",
    noticedBy: ["apps/notifications/src/entries/entries-of.test.ts"],
  },
];
