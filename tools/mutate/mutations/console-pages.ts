import type { Mutation } from "../mutation.ts";

const searchTest = ["apps/organization-directory/test/search.test.ts"];
const minutes = "apps/workspace/src/minutes";
const minutesTest = ["apps/workspace/test/minutes.test.ts"];

/** The data of the console's pages. */
export const consolePagesMutations: readonly Mutation[] = [
  {
    name: "an-hour-forgets-what-is-added-up-into-it",
    file: `${minutes}/key-minutes.store.ts`,
    text: `do update set \${addedUp}\n   )`,
    replacement: "do nothing\n   )",
    noticedBy: minutesTest,
    tests: "minutes are rolled up into their hour after",
  },
  {
    name: "steps-forget-how-long-requests-took",
    file: `${minutes}/key-minutes.store.ts`,
    text: `unnest(kept.\${keyMinutes.latencies})`,
    replacement: `unnest(kept.\${keyMinutes.latencies}[:1])`,
    noticedBy: minutesTest,
    tests: "minutes are combined into steps: requests add up",
  },
  {
    name: "a-week-comes-by-the-minute",
    file: `${minutes}/list-minutes.ts`,
    text: "minutes > dayMinutes ? hourMinutes : 1",
    replacement: "1",
    noticedBy: minutesTest,
    tests: "beyond a day a step",
  },
  {
    name: "a-search-for-organizations-minds-capitals",
    file: "apps/organization-directory/src/paging/search.ts",
    text: `(greatest(lower($search) collate "C", $afterName), $after)`,
    replacement: `(greatest($search collate "C", $afterName), $after)`,
    noticedBy: ["apps/organization-directory/test/organizations.test.ts"],
    tests: "organizations are found by the beginning of their",
  },
  {
    name: "a-page-of-found-organizations-begins-anew",
    file: "apps/organization-directory/src/paging/search.ts",
    text: "afterName: String(afterName), after: String(after)",
    replacement: 'afterName: String(afterName), after: ""',
    noticedBy: ["apps/organization-directory/test/organizations.test.ts"],
    tests: "organizations are found by the beginning of their",
  },
  {
    name: "a-document-in-a-deleted-folder-is-found-by-name",
    file: "apps/organization-directory/src/documents/document-pages.store.ts",
    text: `\`\${inOrganization} and \${isThere}\``,
    replacement: `\`\${inOrganization} and true\``,
    noticedBy: searchTest,
    tests: "documents are found by",
  },
  {
    name: "folders-are-found-only-at-the-top",
    file: "apps/organization-directory/src/folders/folders.store.ts",
    text: `where: inOrganization, name: sql\`f.\${folders.folderName}\``,
    replacement: `where: sql\`\${inOrganization} and f.\${folders.parentRef} = 0\`, name: sql\`f.\${folders.folderName}\``,
    noticedBy: searchTest,
    tests: "folders are found by",
  },
  {
    name: "the-shorter-of-two-names-is-mentioned",
    file: "apps/console/src/text/mentioned.ts",
    text: "right.text.length - left.text.length",
    replacement: "left.text.length - right.text.length",
    noticedBy: ["apps/console/src/text/mentioned.test.ts"],
  },
];
