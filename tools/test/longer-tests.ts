/**
 * Files and folders of `npm run test:longer`, which `npm test` leaves out: programs, services, brokers and servers that tests start, stop
 * and kill again and again; installations that are restored, moved or spread over servers with all that they hold; pages in a browser.
 */
export const longerTests: readonly string[] = [
  "apps/activity/test/changes-epochs.test.ts",
  "apps/activity/test/spread-away.test.ts",
  "apps/activity/test/spread-crash.test.ts",
  "apps/activity/test/spread-move.test.ts",
  "apps/activity/test/spread-pooler.test.ts",
  "apps/activity/test/spread-prepared.test.ts",
  "apps/activity/test/spread-upgrade.test.ts",
  "apps/activity/test/spread.test.ts",
  "apps/all-in-one/test/ask-ai/stream-ends.test.ts",
  "apps/all-in-one/test/browser/",
  "apps/all-in-one/test/changes/stream-ends.test.ts",
  "apps/all-in-one/test/cli/convert/convert.test.ts",
  "apps/all-in-one/test/cli/transfer.test.ts",
  "apps/all-in-one/test/compatibility/velt-py.test.ts",
  "apps/all-in-one/test/compatibility/velt-types.test.ts",
  "apps/all-in-one/test/console/",
  "apps/all-in-one/test/user-access/erased-pages-separate.test.ts",
  "apps/all-in-one/test/erasure/kafka.test.ts",
  "apps/all-in-one/test/erasure/kills.test.ts",
  "apps/all-in-one/test/erasure/restored.test.ts",
  "apps/all-in-one/test/clients/internal-callers.test.ts",
  "apps/all-in-one/test/processes/shutdown.test.ts",
  "apps/all-in-one/test/processes/start-ends.test.ts",
  "apps/all-in-one/test/processes/start-services.test.ts",
  "apps/all-in-one/test/processes/start.test.ts",
  "apps/all-in-one/test/processes/storm.test.ts",
  "apps/notifications/test/emails/mail-servers.test.ts",
  "apps/notifications/test/spread-away.test.ts",
  "apps/notifications/test/spread-move.test.ts",
  "apps/notifications/test/spread.test.ts",
  "apps/notifications/test/webhooks/receivers.test.ts",
  "apps/rewriter/test/providers/gateways.test.ts",
  "libs/embedded-postgres/test/embedded-processes.test.ts",
  "libs/messaging/test/failpoints.test.ts",
  "libs/messaging/test/kafka-outage.test.ts",
  "tools/deploy/test/",
];

/** The environment variable by which the tests are told that the longer ones run. */
export const longerVariable = "PARLEY_LONGER_TESTS";
