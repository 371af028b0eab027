import type { Mutation } from "../mutation.ts";

const entries = ["apps/notifications/test/entries/entries.test.ts"];
const waiting = ["apps/notifications/test/entries/waiting-entries.test.ts"];
const requested = ["apps/users/test/requested-removals.test.ts"];

/** Entries in inboxes name no user with a requested removal, and wait until that is known. */
export const removedParticipants: readonly Mutation[] = [
  {
    name: "entry-is-addressed-to-a-user-who-is-being-removed",
    file: "apps/notifications/src/entries/participants.ts",
    text: " && !user.removalRequested && ",
    replacement: " && ",
    noticedBy: entries,
    tests: "an entry",
  },
  {
    name: "entry-names-an-author-who-is-being-removed",
    file: "apps/notifications/src/entries/participants.ts",
    text: "if (author?.removalRequested) return",
    replacement: "if (author === null) return",
    noticedBy: entries,
    tests: "an entry",
  },
  {
    name: "entry-names-an-author-who-was-removed",
    file: "apps/notifications/src/entries/write-entries.ts",
    text: "timeMs: 0 }",
    replacement: "timeMs: Number.MAX_SAFE_INTEGER }",
    noticedBy: entries,
    tests: "an entry",
  },
  {
    name: "entry-is-written-before-anybody-says-whom-it-may-name",
    file: "apps/notifications/src/entries/on-inbox-trigger.ts",
    text: "if (participants === undefined || held.has(key)) waiting.push(event);",
    replacement: "if (participants === undefined) known.push({ event, participants: { recipients: [] } });",
    noticedBy: waiting,
    tests: "while the users service",
  },
  {
    name: "event-overtakes-those-of-its-document-that-wait",
    file: "apps/notifications/src/entries/on-inbox-trigger.ts",
    text: "const held = new Set(places.map(placeKey));",
    replacement: "const held = new Set(places.slice(0, 0).map(placeKey));",
    noticedBy: waiting,
    tests: "changes of a comment whose",
  },
  {
    name: "event-waits-for-nobody",
    file: "apps/notifications/src/entries/on-inbox-trigger.ts",
    text: "      await messages.addWork(tx, waitingWork.kind, waitingWork.of(waiting));\n",
    replacement: "",
    noticedBy: waiting,
    tests: "while the users service",
  },
  {
    name: "event-that-waited-escapes-a-removal",
    file: "apps/notifications/src/entries/waiting-worker.ts",
    text: " && !(await context.isErased(tx, { apiKeyId, subjects, timeMs }))",
    replacement: " && subjects.length + timeMs > 0",
    noticedBy: waiting,
    tests: "a waiting event of a user",
  },
  {
    name: "eraser-forgets-events-that-wait",
    file: "apps/notifications/src/erasure/waiting-event-eraser.ts",
    text: "await tx.run(remove, subjectParameters(chunk))",
    replacement: "0",
    noticedBy: ["apps/all-in-one/test/erasure-letters.test.ts"],
    tests: "events that wait for the users service",
  },
  {
    name: "removed-user-is-a-member-until-the-membership-goes",
    file: "apps/users/src/members/profiles.store.ts",
    text: `u.\${users.userId} is not null and m.`,
    replacement: "m.",
    noticedBy: requested,
  },
  {
    name: "removal-is-not-said-of-whom-it-concerns",
    file: "apps/users/src/members/resolve-users.ts",
    text: "withRemovals ? await",
    replacement: "withRemovals && ids.length === 0 ? await",
    noticedBy: requested,
  },
  {
    name: "removal-in-one-organization-is-said-of-all",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: `else $organizationId in (select json_array_elements_text(j.\${erasureJobs.scope} -> 'organizationIds')) and not exists`,
    replacement: "else $organizationId <> '' and not exists",
    noticedBy: requested,
    tests: "a removal within",
  },
  {
    name: "removal-that-is-being-requested-is-not-waited-for",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: "  await db.row(wait, { apiKeyId: of.apiKeyId });\n",
    replacement: "",
    noticedBy: requested,
    tests: "a call during a removal request waits for",
  },
  {
    name: "user-who-is-added-again-counts-as-removed",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: `when 0 then not exists (select from \${users} where \${users.apiKeyId} = $apiKeyId and \${users.userId} = i.user_id)`,
    replacement: "when 0 then true",
    noticedBy: requested,
    tests: "a user who is added again",
  },
];
