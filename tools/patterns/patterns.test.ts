import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";
import { type DeclaredPattern, declaredPatterns } from "./declared-patterns.ts";
import { hostileInputs } from "./hostile-inputs.ts";

// No longer text reaches a pattern. With this length a quadratic pattern takes a second, and a linear one less than a millisecond.
const longest = 50_000;
const withinMs = 100;
const context = createContext({});

const files = globSync("{apps,libs}/*/src/**/*.ts", { cwd: workspaceRoot, exclude: ["**/gen/**", "**/*.test.ts", "libs/testing/**"] });
const patterns = files.flatMap((file) => declaredPatterns(file, readFileSync(join(workspaceRoot, file), "utf8")));

test.each(patterns)("$where /$source/ takes linear time", { timeout: 60_000 }, (pattern) => {
  expect(slowInput(pattern)).toBeUndefined();
});

test.each([
  ["cubic behind a head", String.raw`^-----BEGIN (?:RSA )?PUBLIC KEY-----\s+([\s\S]*?)\s+-----END (?:RSA )?PUBLIC KEY-----$`],
  ["quadratic for white space at the end", String.raw`\s+$`],
  ["exponential in a group", "^(?:a+)+$"],
  ["quadratic behind a group", String.raw`^(?:key|token): [^:]*:\s*\w+\s*\d*\w*;$`],
])("a pattern that is %s is detected", { timeout: 60_000 }, (_, source) => {
  expect(slowInput({ where: "here", source, flags: "" })).toBeDefined();
});

test("every declared pattern is found, and one assembled at run time is refused", () => {
  const found = declaredPatterns("x.ts", 'const a = /b+/g;\nconst c = new RegExp("d+", "i"), e = RegExp(`f`);');

  expect(found).toEqual([
    { where: "x.ts:1", source: "b+", flags: "g" },
    { where: "x.ts:2", source: "d+", flags: "i" },
    { where: "x.ts:2", source: "f", flags: "" },
  ]);
  expect(() => declaredPatterns("x.ts", "const a = (b: string) => new RegExp(b + '+$');")).toThrow("x.ts:1");
});

// The first input that is slow in every attempt: a busy machine is slow only once.
function slowInput({ source, flags }: DeclaredPattern): string | undefined {
  for (const input of hostileInputs(source, flags, longest)) {
    if ([1, 2, 3].every(() => isSlow(source, flags, input))) return `${JSON.stringify(input.slice(0, 60))} and so on`;
  }
  return undefined;
}

function isSlow(source: string, flags: string, input: string): boolean {
  Object.assign(context, { source, flags, input });
  try {
    new Script("new RegExp(source, flags).exec(input)").runInContext(context, { timeout: withinMs });
    return false;
  } catch (error) {
    // The error belongs to the other context, so it is not an instance of our class.
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return true;
    throw error;
  }
}
