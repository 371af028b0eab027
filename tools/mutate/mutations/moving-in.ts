import type { Mutation } from "../mutation.ts";

const compared = ["apps/all-in-one/test/cli/convert/convert.test.ts"];
const files = ["apps/all-in-one/test/cli/convert/convert-files.test.ts"];
const records = ["apps/cli/src/convert/writing/thread-record.test.ts"];

/** The threads that a conversion from another product omits, keeps and repeats. */
export const movingInMutations: readonly Mutation[] = [
  {
    name: "a-private-thread-comes-along",
    file: "apps/cli/src/convert/liveblocks/liveblocks.ts",
    text: 'thread.visibility === "private"',
    replacement: 'thread.visibility === "none"',
    noticedBy: compared,
    tests: "threads of Liveblocks",
  },
  {
    name: "a-thread-of-few-comes-along",
    file: "apps/cli/src/convert/original/thread.ts",
    text: '(visibility !== "" && visibility !== "public") || ',
    replacement: "",
    noticedBy: compared,
    tests: "threads of the original",
  },
  {
    name: "a-draft-comes-along",
    file: "apps/cli/src/convert/original/comment.ts",
    text: "comment.isDraft === true",
    replacement: "comment.isDraft === 1",
    noticedBy: compared,
    tests: "threads of the original",
  },
  {
    name: "an-unknown-field-is-dropped-in-silence",
    file: "apps/cli/src/convert/model/left-out.ts",
    text: "if (!known.has(key) && isPresent(value))",
    replacement: "if (key.length > 40)",
    noticedBy: compared,
    tests: "threads of Cord",
  },
  {
    name: "a-script-becomes-a-link",
    file: "apps/cli/src/convert/model/html.ts",
    text: "/^(https?:|mailto:)/i",
    replacement: "/./",
    noticedBy: ["apps/cli/src/convert/model/html.test.ts"],
  },
  {
    name: "answers-of-a-source-are-not-kept",
    file: "apps/cli/src/convert/answers/keeping-client.ts",
    text: "if (kept !== undefined) {",
    replacement: 'if (kept === "") {',
    noticedBy: files,
    tests: "a killed conversion requests only missing data when",
  },
  {
    name: "a-text-may-be-longer-than-an-import-takes",
    file: "apps/cli/src/convert/writing/bounds.ts",
    text: "text: 100_000,",
    replacement: "text: 200_000,",
    noticedBy: records,
  },
  {
    name: "metadata-may-be-deeper-than-an-import-takes",
    file: "apps/cli/src/convert/writing/bounds.ts",
    text: "if (depth > bounds.depth) return false;",
    replacement: "if (depth > bounds.text) return false;",
    noticedBy: records,
  },
  {
    name: "a-misspelt-name-of-a-mapping-is-ignored",
    file: "apps/cli/src/convert/tables/mapping.ts",
    text: "if (unknown.length > 0) throw new UsageError(`The mapping has",
    replacement: "if (unknown.length > 99) throw new UsageError(`The mapping has",
    noticedBy: files,
    tests: "unconvertible input is refused with a sentence",
  },
];
