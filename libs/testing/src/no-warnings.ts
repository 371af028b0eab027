import { afterAll, beforeAll, expect } from "vitest";

const warnings: string[] = [];

function keep({ name, message, stack }: Error): void {
  warnings.push(stack ?? `${name}: ${message}`);
}

// What Node warns of is a mistake that has gone well so far, and a line of noise for whoever looks for another: a file in which it does fails.
beforeAll(() => {
  process.on("warning", keep);
});

afterAll(() => {
  process.off("warning", keep);
  expect(warnings.splice(0), "warnings of Node").toEqual([]);
});
