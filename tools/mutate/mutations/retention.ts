import type { Mutation } from "../mutation.ts";

const byHttp = ["apps/all-in-one/test/retention-by-key.test.ts"];
const rounds = ["libs/erasure/src/retention/key-retention.test.ts"];
const whatIsOlder = "rows older than their key's retention";

/** The promise of an API key's retention: older records are removed with everything that belongs to them, and nothing else. */
export const retentionMutations: readonly Mutation[] = [
  {
    name: "retention-in-hours",
    file: "libs/erasure/src/retention/remove-old-of-keys.ts",
    text: "ageMs: days * dayMs",
    replacement: "ageMs: days",
    noticedBy: byHttp,
    tests: whatIsOlder,
  },
  {
    name: "retention-of-mails-for-everything",
    file: "apps/notifications/src/webhooks/use-webhooks.ts",
    text: "daysOf: ({ deliveriesDays }) => deliveriesDays",
    replacement: "daysOf: ({ deliveriesDays, mailsDays }) => deliveriesDays ?? mailsDays",
    noticedBy: byHttp,
    tests: "rows of other keys are kept, as are",
  },
  {
    name: "retention-leaves-recipients",
    file: "apps/notifications/src/notifications/remove-old-notifications.ts",
    text: "[sweepWork.begin(key.apiKeyId)]",
    replacement: "[]",
    noticedBy: byHttp,
  },
  {
    name: "retention-without-bounds",
    file: "apps/gateway/src/operations/workspace/update-api-key-config.ts",
    text: ".min(1)\n    .max(3_650)",
    replacement: ".min(0)\n    .max(36_500)",
    noticedBy: byHttp,
    tests: "a retention is bounded",
  },
  {
    name: "retention-of-deleted-keys",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: `\${apiKeys.activitiesDays} = null,`,
    replacement: "",
    noticedBy: ["apps/workspace/test/key-retentions.test.ts"],
    tests: "keys with a retention of their own",
  },
  {
    name: "retention-of-one-key-before-the-rest",
    file: "libs/erasure/src/retention/key-retention.ts",
    text: "Math.ceil(rowsAtOnce / keys.length)",
    replacement: "rowsAtOnce",
    noticedBy: rounds,
    tests: "share a batch equally",
  },
  {
    name: "retention-of-one-page-before-the-rest",
    file: "libs/erasure/src/retention/key-retention.ts",
    text: "&& this.#rounds < roundsOfPage",
    replacement: "",
    noticedBy: rounds,
    tests: "lets the other pages go first",
  },
];
