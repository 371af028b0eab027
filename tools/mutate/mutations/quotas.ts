import type { Mutation } from "../mutation.ts";

const quota = "libs/runtime/src/quota.ts";
const quotaTest = ["libs/runtime/src/quota.test.ts"];

const directory = "apps/organization-directory/src";
const directoryTest = ["apps/organization-directory/test/quotas.test.ts"];
const users = "apps/users/src";
const usersTest = ["apps/users/test/quotas.test.ts"];
const activity = "apps/activity/src";
const activityTest = ["apps/activity/test/quotas.test.ts"];
const notifications = "apps/notifications/src";
const notificationsTest = ["apps/notifications/test/quotas.test.ts"];

const workspace = "apps/workspace/src";
const workspaceTest = ["apps/workspace/test/quotas.test.ts"];

/** A quota that is not read from its variable, so that there is no limit. */
const dropped = (folder: string, noticedBy: readonly string[], ...settings: readonly string[]): Mutation[] =>
  settings.map((setting) => ({
    name: `${folder.split("/")[1]}-ignores-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    file: `${folder}/quotas.ts`,
    text: `config.${setting},`,
    replacement: "0,",
    noticedBy,
  }));

/** The quotas of an API key. */
export const quotas: readonly Mutation[] = [
  {
    name: "quota-forgets-what-is-being-added",
    file: quota,
    text: "Math.max(0, this.#most - rows - pending)",
    replacement: "Math.max(0, this.#most - rows)",
    noticedBy: quotaTest,
  },
  {
    name: "quota-has-room-for-some-of-what-is-needed-together",
    file: quota,
    text: "if (this.#room(this.#usageOf(apiKeyId)) < wanted) throw this.failure();\n    return this.#reserved(",
    replacement: "return this.#reserved(",
    noticedBy: quotaTest,
  },
  {
    name: "quota-is-not-asked-before-what-is-written-beside-others",
    file: quota,
    text: "await this.prepare(apiKeyId, wanted);\n    if (this.#room(this.#usageOf(apiKeyId)) < wanted) throw this.failure();",
    replacement: "await this.prepare(apiKeyId, wanted);",
    noticedBy: quotaTest,
  },
  {
    name: "quota-takes-what-exists-for-new",
    file: quota,
    text: "items.filter((item) => !free.has(item))",
    replacement: "items.filter(() => free !== undefined)",
    noticedBy: quotaTest,
  },
  ...dropped(directory, directoryTest, "maxOrganizations", "maxFolders", "maxDocuments", "maxLocations", "maxRemovals"),
  {
    name: "disabling-creates-organizations-beyond-the-quota",
    file: `${directory}/organizations/set-organizations-disabled.ts`,
    text: "needless: (some) => existingOrganizations(database, apiKeyId, some)",
    replacement: "needless: async (some) => new Set(some)",
    noticedBy: directoryTest,
  },
  {
    name: "organization-is-created-beside-something-beyond-the-quota",
    file: `${directory}/organizations/create-missing-organizations.ts`,
    text: "wanted: missing.length",
    replacement: "wanted: 0",
    noticedBy: directoryTest,
  },
  {
    name: "folder-is-created-beside-documents-beyond-the-quota",
    file: `${directory}/documents/add-documents.ts`,
    text: "admitAll(apiKeyId, missing.length,",
    replacement: "admitAll(apiKeyId, 0,",
    noticedBy: directoryTest,
  },
  {
    name: "folders-are-placed-without-asking-for-room",
    file: `${directory}/folders/place-folders.ts`,
    text: 'if (known === undefined && tree.room === 0) return "no_room";',
    replacement: "",
    noticedBy: [`${directory}/folders/place-folders.test.ts`],
  },
  {
    name: "places-are-made-to-exist-beyond-the-quotas",
    file: `${directory}/documents/ensure-exists.ts`,
    text: "wanted: missing[kind].size",
    replacement: "wanted: 0",
    noticedBy: directoryTest,
  },
  ...["organizations/delete-organizations", "folders/delete-folder", "documents/delete-documents"].map((file) => ({
    name: `${file.split("/")[1]}-begins-a-removal-without-room`,
    file: `${directory}/${file}.ts`,
    text: "quota: limits.removals, wanted: ",
    replacement: "quota: limits.removals, wanted: 0 * ",
    noticedBy: directoryTest,
  })),
  ...["delete-locations", "delete-location-data"].map((file) => ({
    name: `${file}-begins-a-removal-without-room`,
    file: `${directory}/locations/${file}.ts`,
    text: "limits.removals, wanted: ",
    replacement: "limits.removals, wanted: 0 * ",
    noticedBy: directoryTest,
  })),
  ...dropped(users, usersTest, "maxUsers", "maxMemberships", "maxGroups", "maxGroupMembers", "maxRemovals"),
  {
    name: "members-without-room-are-not-told-apart",
    file: `${users}/members/store-profiles.ts`,
    text: "rows.filter(({ inPlace }) => inPlace)",
    replacement: "rows",
    noticedBy: usersTest,
  },
  {
    name: "who-cannot-be-in-a-group-is-told-of-the-quota",
    file: `${users}/groups/group-members.store.ts`,
    text: `is not null or o.\${memberships.userId} is null or`,
    replacement: "is not null or",
    noticedBy: usersTest,
  },
  ...dropped(activity, activityTest, "maxAnnotations", "maxComments", "maxReactions", "maxRecordings", "maxActivities"),
  {
    name: "full-log-lets-threads-change",
    file: `${activity}/changes/write-policy.ts`,
    text: "await limits.activities.requireRoom(apiKeyId, records);",
    replacement: "",
    noticedBy: activityTest,
  },
  {
    name: "full-log-lets-recordings-in",
    file: `${activity}/recordings/add-recordings.ts`,
    text: "await limits.activities.requireRoom(scope.apiKeyId, storable.length);",
    replacement: "",
    noticedBy: activityTest,
  },
  {
    name: "records-of-changed-comments-are-not-counted",
    file: `${activity}/threads/change-comments.ts`,
    text: "note(scope.apiKeyId, plan.changes.length)",
    replacement: "note(scope.apiKeyId, 0)",
    noticedBy: activityTest,
  },
  {
    name: "records-of-changed-annotations-are-not-counted",
    file: `${activity}/threads/change-annotations.ts`,
    text: "note(scope.apiKeyId, changes.length)",
    replacement: "note(scope.apiKeyId, 0)",
    noticedBy: activityTest,
  },
  ...dropped(notifications, notificationsTest, "maxNotifications", "maxReadMarks", "maxConfigs"),
  {
    name: "notification-without-room-creates-its-document",
    file: `${notifications}/notifications/add-notification.ts`,
    text: "    const addInPlace = async () => {\n      await requirePlace(context, request);",
    replacement: "    await requirePlace(context, request);\n    const addInPlace = async () => {",
    noticedBy: notificationsTest,
  },
  {
    name: "some-configs-are-set-without-room-for-all",
    file: `${notifications}/config/set-notification-config.ts`,
    text: "admitted.length < keys.length ? 0 : ",
    replacement: "",
    noticedBy: notificationsTest,
  },
  {
    name: "attempts-of-a-delivery-are-kept-without-a-bound",
    file: `${notifications}/webhooks/queue/webhook-outcomes.store.ts`,
    text: "const keptAttempts = 100;",
    replacement: "const keptAttempts = 1_000_000;",
    noticedBy: ["apps/notifications/test/webhooks/kept.test.ts"],
  },
  {
    name: "completed-recoveries-are-kept-without-a-bound",
    file: `${notifications}/webhooks/log/webhook-recoveries.store.ts`,
    text: "const keptCompleted = 100;",
    replacement: "const keptCompleted = 1_000_000;",
    noticedBy: ["apps/notifications/test/webhooks/kept.test.ts"],
  },
  {
    name: "suppressed-addresses-of-a-user-are-kept-without-a-bound",
    file: `${notifications}/emails/queue/email-outcomes.store.ts`,
    text: "const suppressedOfUser = 20;",
    replacement: "const suppressedOfUser = 1_000_000;",
    noticedBy: ["apps/notifications/test/emails/suppressed-addresses.test.ts"],
    tests: "the twenty newest suppressed addresses",
  },
  {
    name: "what-is-not-addressed-to-the-user-wants-a-mark",
    file: `${notifications}/inbox/read-marks.store.ts`,
    text: `where a.\${notifications.notificationRef} is null or m.`,
    replacement: "where m.",
    noticedBy: notificationsTest,
  },
  {
    name: "quota-of-idempotency-keys-is-not-set",
    file: `${workspace}/module.ts`,
    text: '"idempotency key", config.maxIdempotencyKeys',
    replacement: '"idempotency key", 0',
    noticedBy: workspaceTest,
  },
  {
    name: "known-idempotency-key-needs-room",
    file: `${workspace}/idempotency/begin-idempotent-request.ts`,
    text: "(await isKnownKey(database, scopeId, key)) ? [key] : []",
    replacement: "[]",
    noticedBy: workspaceTest,
  },
  {
    name: "responses-are-stored-without-a-bound",
    file: `${workspace}/idempotency/kept-answers.ts`,
    text: "    if (isFull) return false;\n",
    replacement: "",
    noticedBy: [...workspaceTest, `${workspace}/idempotency/kept-answers.test.ts`],
  },
  {
    name: "responses-older-than-a-day-take-room",
    file: `${workspace}/idempotency/kept-answers.ts`,
    text: ".filter((hour) => hour.number >= first)",
    replacement: "",
    noticedBy: [`${workspace}/idempotency/kept-answers.test.ts`],
  },
  {
    name: "workspace-creates-api-keys-without-a-bound",
    file: `${workspace}/api-keys/create-api-key.ts`,
    text: "await hasApiKeys(tx, workspaceId, maxApiKeys)",
    replacement: "await hasApiKeys(tx, workspaceId, Number.MAX_SAFE_INTEGER)",
    noticedBy: workspaceTest,
  },
  {
    name: "api-keys-are-counted-at-the-same-time",
    file: `${workspace}/api-keys/create-api-key.ts`,
    text: "await lockWorkspace(tx, workspaceId);",
    replacement: "",
    noticedBy: workspaceTest,
  },
];
