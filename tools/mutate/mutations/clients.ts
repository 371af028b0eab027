import type { Mutation } from "../mutation.ts";

const contract = ["apps/all-in-one/test/sdk-faults.test.ts"];
const unwrapping = ["libs/sdk-typescript/src/webhooks/unwrap.test.ts"];
const transfer = ["apps/all-in-one/test/cli/transfer.test.ts"];

/** What customers run: the three clients and the command line. */
export const clients: readonly Mutation[] = [
  {
    name: "old-webhook-is-believed-by-typescript",
    file: "libs/sdk-typescript/src/webhooks/signature.ts",
    text: "Number(timestamp)) > toleranceSeconds)",
    replacement: "Number(timestamp)) > toleranceSeconds * 1_000)",
    noticedBy: unwrapping,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "old-webhook-is-believed-by-python",
    file: "libs/sdk-python/src/parley_sdk/webhooks.py",
    text: "if abs(now - int(timestamp)) > tolerance:",
    replacement: "if abs(now - int(timestamp)) > tolerance * 1000:",
    noticedBy: contract,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "old-webhook-is-believed-by-go",
    file: "libs/sdk-go/webhooks.go",
    text: ".Abs() > options.Tolerance {",
    replacement: ".Abs() > options.Tolerance*1000 {",
    noticedBy: contract,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "empty-secret-verifies-in-typescript",
    file: "libs/sdk-typescript/src/webhooks/signature.ts",
    text: ".filter(({ length }) => length > 0)",
    replacement: "",
    noticedBy: unwrapping,
    tests: "a secret that is empty",
  },
  {
    name: "empty-secret-verifies-in-python",
    file: "libs/sdk-python/src/parley_sdk/webhooks.py",
    text: "for secret in secrets) if key]",
    replacement: "for secret in secrets)]",
    noticedBy: contract,
    tests: "a secret that is empty",
  },
  {
    name: "empty-secret-verifies-in-go",
    file: "libs/sdk-go/webhooks.go",
    text: "if len(key) > 0 {",
    replacement: "if len(key) >= 0 {",
    noticedBy: contract,
    tests: "a secret that is empty",
  },
  {
    name: "go-sends-again-what-it-does-not-count",
    file: "libs/sdk-go/call.go",
    text: "request.GetBody = nil",
    replacement: "request.Close = false",
    noticedBy: contract,
  },
  {
    name: "disabled-key-is-a-refused-request",
    file: "apps/cli/src/terminal/problem.ts",
    text: "error instanceof UnauthenticatedError || error instanceof PermissionDeniedError",
    replacement: "error instanceof UnauthenticatedError || (error instanceof PermissionDeniedError && error.httpStatus !== 403)",
    noticedBy: ["apps/all-in-one/test/cli/cli.test.ts"],
    tests: "a key that is disabled",
  },
  {
    name: "export-ends-after-a-page-of-organizations",
    file: "apps/cli/src/transfer/export/walk.ts",
    text: "if (nextPageToken === null) return { records: await optionRecords",
    replacement: "if (nextPageToken !== undefined) return { records: await optionRecords",
    noticedBy: transfer,
    tests: "an export of more organizations",
  },
  {
    name: "progress-of-a-transfer-is-for-all-eyes",
    file: "apps/cli/src/transfer/bookmark.ts",
    text: "return writePrivateFile(this.#path, JSON.stringify(place));",
    replacement: 'return import("node:fs/promises").then((fs) => fs.writeFile(this.#path, JSON.stringify(place)));',
    noticedBy: transfer,
    tests: "an export of more organizations",
  },
  {
    name: "import-sends-mails-of-old-threads",
    file: "apps/cli/src/transfer/import/import.ts",
    text: '...(useEmailService ? ["e-mails"] : [])',
    replacement: "...(useEmailService ? [] : [])",
    noticedBy: transfer,
    tests: "a file that is no whole export",
  },
];
