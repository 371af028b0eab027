import { afterAll, beforeAll, expect } from "vitest";

const warnings: string[] = [];

function keep({ name, message, stack }: Error): void {
  warnings.push(stack ?? `${name}: ${message}`);
}

// A test file in which Node emits a warning fails: a warning is a mistake that has caused no harm yet, and noise for a reader who looks for
// another problem.
beforeAll(() => {
  process.on("warning", keep);
});

afterAll(() => {
  process.off("warning", keep);
  expect(warnings.splice(0), "warnings of Node").toEqual([]);
});
