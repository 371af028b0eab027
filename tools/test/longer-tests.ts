/**
 * Files and folders of `npm run test:longer`, which `npm test` leaves out: installations that are killed, restored, moved or spread over
 * servers with all that they hold, and pages in a browser. Each test of them takes far longer than one request does.
 */
export const longerTests: readonly string[] = [
  "apps/activity/test/changes-epochs.test.ts",
  "apps/activity/test/spread.test.ts",
  "apps/activity/test/spread-away.test.ts",
  "apps/activity/test/spread-crash.test.ts",
  "apps/activity/test/spread-move.test.ts",
  "apps/activity/test/spread-pooler.test.ts",
  "apps/activity/test/spread-prepared.test.ts",
  "apps/activity/test/spread-upgrade.test.ts",
  "apps/all-in-one/test/browser/",
  "apps/all-in-one/test/cli/convert/convert.test.ts",
  "apps/all-in-one/test/cli/transfer.test.ts",
  "apps/all-in-one/test/console/",
  "apps/all-in-one/test/erasure-kills.test.ts",
  "apps/all-in-one/test/erasure-restored.test.ts",
  "apps/all-in-one/test/storm.test.ts",
  "apps/notifications/test/spread.test.ts",
  "apps/notifications/test/spread-away.test.ts",
  "apps/notifications/test/spread-move.test.ts",
  "tools/deploy/test/",
];

/** The environment variable by which the tests are told that the longer ones run. */
export const longerVariable = "PARLEY_LONGER_TESTS";
