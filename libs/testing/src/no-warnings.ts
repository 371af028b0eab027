import { afterAll, beforeAll, expect } from "vitest";

const warnings: string[] = [];

function keep({ name, message, stack }: Error): void {
  warnings.push(stack ?? `${name}: ${message}`);
}

// A warning of Node is a mistake that has caused no harm yet, and noise for a reader who looks for another problem: a file in which one
// occurs fails.
beforeAll(() => {
  process.on("warning", keep);
});

afterAll(() => {
  process.off("warning", keep);
  expect(warnings.splice(0), "warnings of Node").toEqual([]);
});
