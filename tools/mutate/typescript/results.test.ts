import { expect, test } from "vitest";
import { type MutantResult, readResults, resultOf, writtenResults } from "./results.ts";

test("what survives is kept by package, with its share, and read again", () => {
  const mutant = (status: string, line: number) =>
    ({
      fileName: "/copy/libs/kernel/src/ids.ts",
      location: { start: { line, column: 3 } },
      mutatorName: "ArrayDeclaration",
      status,
    }) as MutantResult;
  const result = resultOf("libs/kernel", [mutant("Killed", 1), mutant("Survived", 12), mutant("NoCoverage", 9), mutant("CompileError", 4)]);
  const text = writtenResults(new Map([["libs/kernel", result]]));
  expect(text).toBe("libs/kernel: 33.3 % (1 of 3)\n  src/ids.ts:9:3 ArrayDeclaration\n  src/ids.ts:12:3 ArrayDeclaration\n");
  expect(readResults(text)).toEqual(new Map([["libs/kernel", result]]));
});
