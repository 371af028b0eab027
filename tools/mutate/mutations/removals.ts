import type { Mutation } from "../mutation.ts";

const messageEraser = "libs/erasure/src/marks/erasure-marks.ts";
const jobs = ["apps/all-in-one/test/erasure-jobs.test.ts"];
const letters = ["apps/all-in-one/test/erasure-letters.test.ts"];
const webhooks = ["apps/all-in-one/test/erasure-webhooks.test.ts"];

/** What removes data everywhere, and nothing else. */
export const removals: readonly Mutation[] = [
  {
    name: "removal-takes-what-is-written-after-it",
    file: "libs/erasure/src/service/erasure-store.ts",
    text: `least(\${nowMs}, $requestedAtMs::bigint + $clockOffsetMs::bigint)`,
    replacement: "$requestedAtMs::bigint + $clockOffsetMs::bigint + 3600000",
    noticedBy: jobs,
    tests: "what a user writes after the request stays",
  },
  {
    name: "second-look-waits-for-no-transaction",
    file: "libs/erasure/src/service/task-run.ts",
    text: "if (stage > 1) await",
    replacement: "if (stage > 99) await",
    noticedBy: jobs,
    tests: "what had been begun before the request",
  },
  {
    name: "task-that-is-done-twice-counts-twice",
    file: "libs/erasure/src/owner/job-store.ts",
    text: `= $collection and not \${erasureTasks.done}`,
    replacement: "= $collection",
    noticedBy: ["apps/all-in-one/test/erasure-lost-events.test.ts"],
    tests: "what is told many times is done once",
  },
  {
    name: "eraser-forgets-dead-letters",
    file: messageEraser,
    text: "await tx.run(removeLetters, parameters)",
    replacement: "0",
    noticedBy: letters,
    tests: "dead letters that name the user go",
  },
  {
    name: "eraser-forgets-the-outbox",
    file: messageEraser,
    text: "await tx.run(removeEvents, parameters)",
    replacement: "0",
    noticedBy: letters,
    tests: "events that wait in an outbox",
  },
  {
    name: "marks-of-removals-are-never-written",
    file: "libs/erasure/src/marks/erasure-marks.ts",
    text: "if (marks.length > 0) await tx.run(insert,",
    replacement: "if (marks.length > 9_999) await tx.run(insert,",
    noticedBy: webhooks,
    tests: "an event from before the request that comes after",
  },
  {
    name: "consumer-of-triggers-without-its-guard",
    file: "apps/notifications/src/module.ts",
    text: "erasing.guard(eachOf(webhookTriggersTopic, [webhooks.consumer, emails.consumer, onInboxTrigger(inboxes)]))",
    replacement: "eachOf(webhookTriggersTopic, [webhooks.consumer, emails.consumer, onInboxTrigger(inboxes)])",
    noticedBy: webhooks,
    tests: "an event from before the request that comes after",
  },
  {
    name: "eraser-forgets-read-marks",
    file: "apps/notifications/src/erasure/erasers.ts",
    text: 'rowEraser(schema, "erase_read_marks_of_user", readMarksOfUser, usersIn(readMarks))',
    replacement: 'rowEraser(schema, "erase_read_marks_of_user", configSources.ofUser, usersIn(configs))',
    noticedBy: ["apps/all-in-one/test/erasure-user.test.ts"],
  },
  {
    name: "eraser-of-an-api-key-forgets-a-table",
    file: "apps/notifications/src/erasure/erasers.ts",
    text: "    { key: webhookRecoveries.apiKeyId, order: [webhookRecoveries.recoveryId] },\n",
    replacement: "",
    noticedBy: ["apps/all-in-one/test/erasure-api-key.test.ts"],
    tests: "every table that is keyed by API key",
  },
  {
    name: "deleted-groups-leave-their-members",
    file: "apps/users/src/groups/groups.store.ts",
    text: "from gone having count(*) > 0",
    replacement: "from gone having count(*) > 9999",
    noticedBy: ["apps/users/test/groups.test.ts"],
    tests: "the members of a deleted group are removed",
  },
  {
    name: "removal-leaves-kept-answers",
    file: "apps/workspace/src/idempotency/idempotency-records.store.ts",
    text: `= false, \${idempotencyRecords.sealedBody} = null`,
    replacement: "= false",
    noticedBy: ["apps/workspace/test/idempotency.test.ts"],
    tests: "answers to requests from before a removal",
  },
  {
    name: "removal-makes-no-room-for-requests",
    file: "libs/database/src/database.ts",
    text: "if (call !== undefined && !call.isEvent) this.#neededAtMs = performance.now();",
    replacement: "",
    noticedBy: ["libs/database/test/database.test.ts"],
    tests: "it tells whether a request has needed it of late",
  },
  {
    name: "removal-counts-its-tasks-not",
    file: "libs/erasure/src/service/pace.ts",
    text: "isBusy ? (tookMs * tasks * pausePercent) / 100 : 0",
    replacement: "isBusy ? (tookMs * pausePercent) / 100 : 0",
    noticedBy: ["libs/erasure/src/service/pace.test.ts"],
  },
];
