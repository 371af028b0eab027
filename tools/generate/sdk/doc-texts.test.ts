import { expect, test } from "vitest";
import { clientFiles } from "./files.ts";

const files = clientFiles();

// The declarations of each language, and the neighbouring line with the description: the previous one, or the next one for Python's classes
// and functions.
const languages = [
  {
    of: ["libs/sdk-go/gen_types.go", "libs/sdk-go/gen_resources.go"],
    declaration: /^type \w|^func \([rx] |^\t[A-Z]\w* .*`json:/,
    text: /^\t?\/\/ \w+:? \S.+/,
    distance: -1,
  },
  {
    of: ["libs/sdk-typescript/src/gen/types.ts", "libs/sdk-typescript/src/gen/resources.ts", "libs/sdk-typescript/src/gen/client.ts"],
    declaration: /^export (?:interface|type|class) |^ {2}(?:readonly )?(?:\w+|"[^"]+")\??: |^ {2}\w+\(data: /,
    text: /^ *\/\*\* \S.+ \*\/$|^ \*\/$/,
    distance: -1,
  },
  {
    of: ["libs/sdk-python/src/parley_sdk/gen/types.py"],
    declaration: /^ {4}\w+: |^ {8}"[^"]+": |^\w+ = /,
    text: /^ *#: \S.+/,
    distance: -1,
  },
  {
    of: ["types", "resources", "async_resources"].map((name) => `libs/sdk-python/src/parley_sdk/gen/${name}.py`),
    declaration: /^class |^ {4}(?:async )?def (?!__)/,
    text: /^ *"""\S.+"""$/,
    distance: 1,
  },
];

test.each(languages.flatMap(({ of, ...language }) => of.map((file) => ({ file, ...language }))))(
  "every type, field and method of $file has a description",
  ({ file, declaration, text, distance }) => {
    const lines = files[file]?.split("\n") ?? [];
    const declared = [...lines.keys()].filter((index) => declaration.test(lines[index] ?? ""));

    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((index) => !text.test(lines[index + distance] ?? "")).map((index) => lines[index])).toEqual([]);
  },
);
