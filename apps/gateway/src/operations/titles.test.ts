import { expect, test } from "vitest";
import { meOperations, operations } from "./index.ts";

test("the title of an operation has at most eight words", () => {
  const long = [...operations, ...meOperations].map(({ summary }) => summary).filter((summary) => summary.split(" ").length > 8);

  expect(long).toEqual([]);
});
