import type { Mutation } from "../mutation.ts";

const store = "apps/workspace/src/usage/usage-days.store.ts";
const byService = ["apps/workspace/test/usage.test.ts"];
const byHttp = ["apps/all-in-one/test/usage.test.ts"];
const untold = "libs/messaging/src/usage/untold-reports.ts";
const byReports = ["libs/messaging/src/usage/untold-reports.test.ts"];

/** The correctness of API keys' usage, and its freedom from personal data. */
export const usageMutations: readonly Mutation[] = [
  {
    name: "a-report-of-usage-is-added-up-twice",
    file: store,
    text: "where exists (select from heard)",
    replacement: "where true",
    noticedBy: byService,
    tests: "a repeated report counts once, even when it",
  },
  {
    name: "a-user-counts-in-each-report",
    file: store,
    text: `on conflict do nothing\n     returning \${usagePeople.apiKeyId}`,
    replacement: `on conflict (\${usagePeople.apiKeyId}, \${usagePeople.userHash}, \${usagePeople.dayMs}) do update set \${usagePeople.userHash} = excluded.\${usagePeople.userHash}\n     returning \${usagePeople.apiKeyId}`,
    noticedBy: byService,
    tests: "the counts of several processes for a day",
  },
  {
    name: "usage-is-added-to-a-deleted-key",
    file: store,
    text: `and \${apiKeys}.\${apiKeys.workspaceId} <> ''`,
    replacement: `and \${apiKeys}.\${apiKeys.workspaceId} <> '?'`,
    noticedBy: byService,
    tests: "the numbers of a deleted key stay, and",
  },
  {
    name: "the-usage-of-others-is-read-by-their-key",
    file: store,
    text: `and \${usageDays.workspaceId} = $workspaceId and \${usageDays.dayMs} between $fromMs and $toMs\n     and \${usageDays.dayMs} > $afterMs`,
    replacement: `and $workspaceId <> '' and \${usageDays.dayMs} between $fromMs and $toMs\n     and \${usageDays.dayMs} > $afterMs`,
    noticedBy: byService,
    tests: "usage is listed by day and key",
  },
  {
    name: "usage-is-kept-for-ever",
    file: "apps/workspace/src/usage/remove-old-usage.ts",
    text: "const daysKeptMs = 401 * dayMs",
    replacement: "const daysKeptMs = 4_010 * dayMs",
    noticedBy: byService,
    tests: "usage is kept for 400 days, and the",
  },
  {
    name: "who-acted-is-kept",
    file: "apps/workspace/src/usage/remove-old-usage.ts",
    text: "const peopleKeptMs = 2 * dayMs",
    replacement: "const peopleKeptMs = 4_000 * dayMs",
    noticedBy: byService,
    tests: "usage is kept for 400 days, and the",
  },
  {
    name: "who-acted-is-kept-by-name",
    file: "apps/workspace/src/usage/record-usage.ts",
    text: "userIds.map((userId) => userHash(usage, userId))",
    replacement: "[...userIds]",
    noticedBy: byService,
    tests: "users who acted are stored without their ids",
  },
  {
    name: "what-was-rolled-back-is-counted",
    file: "libs/database/src/transaction.ts",
    text: "this.#afterCommit.push(work);",
    replacement: "work();",
    noticedBy: ["libs/database/test/after-commit.test.ts"],
    tests: "after the commit",
  },
  {
    name: "a-comment-that-exists-is-counted-again",
    file: "apps/activity/src/threads/add-comments.ts",
    text: "countActs(context, db, scope.apiKeyId, added);",
    replacement:
      'countActs(context, db, scope.apiKeyId, comments.map(({ author }) => ({ trigger: "comment.add" as const, actor: author })));',
    noticedBy: byHttp,
    tests: "every request, comment and user is counted",
  },
  {
    name: "a-refused-request-is-none",
    file: "apps/gateway/src/traffic/report-requests.ts",
    text: "const refused = { requests: 1, refused: 1 };",
    replacement: "const refused = { requests: 0, refused: 1 };",
    noticedBy: byHttp,
    tests: "every request, comment and user is counted",
  },
  {
    name: "a-stream-counts-once-it-has-ended",
    file: "apps/gateway/src/request/open-streams.ts",
    text: "if (nowMs - open.countedMs >= countEveryMs) this.#count(open, nowMs);",
    replacement: "",
    noticedBy: byHttp,
    tests: "a stream of changes counts while it is open",
  },
  {
    name: "every-attempt-of-a-mail-is-counted",
    file: "apps/notifications/src/emails/email-queue.ts",
    text: 'if (state === "sent") usage.count',
    replacement: 'if (state === "dropped") usage.count',
    noticedBy: byHttp,
    tests: "mails and deliveries that were accepted",
  },
  {
    name: "one-count-that-is-refused-takes-others-with-it",
    file: untold,
    text: "if (items.length < 2 || refusals.left <= 0) return onRefused(items, error);",
    replacement: "if (items.length > 0) return onRefused(items, error);",
    noticedBy: byReports,
  },
  {
    name: "half-of-a-refused-report-is-told-twice",
    file: untold,
    text: `reportId: \`\${reportId}a\``,
    replacement: 'reportId: newId("report")',
    noticedBy: byReports,
  },
  {
    name: "reports-that-are-all-refused-are-told-one-by-one",
    file: untold,
    text: "refusals.left--;",
    replacement: "",
    noticedBy: byReports,
  },
  {
    name: "an-amount-that-is-no-number-is-counted",
    file: "libs/messaging/src/usage/usage-meter.ts",
    text: "Number.isFinite(amount) && amount > 0 ? amount : 0",
    replacement: "amount",
    noticedBy: ["libs/messaging/src/usage/usage-meter.test.ts"],
  },
  {
    name: "what-is-counted-is-not-reported",
    file: "libs/messaging/src/usage/report-usage.ts",
    text: "return { ms: usageReportMs, interruptible: false };",
    replacement: "return { ms: 3_600_000, interruptible: false };",
    noticedBy: byHttp,
    tests: "every request, comment and user is counted",
  },
];
