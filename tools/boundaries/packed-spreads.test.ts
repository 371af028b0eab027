import { expect, test } from "vitest";
import { packedSpreads } from "./packed-spreads.ts";

test("fields packed into the spread of an object literal are reported with their line", () => {
  expect(packedSpreads("a.ts", "const a = {\n  ...{ b, c },\n  d: { ...{ e } },\n};\n")).toEqual([2, 3]);
  expect(packedSpreads("a.tsx", "export const A = () => <B c={{ ...{ d: 1 } }} />;\n")).toEqual([1]);
});

test("other spreads, and texts that look like packed ones, pass", () => {
  const text = 'const a = { ...b, ...(c && { d }), ...(e ? { f } : {}), g: [...h] };\nconst { i, ...j } = a;\nconst k = "{ ...{ l } }";\n';

  expect(packedSpreads("a.ts", text)).toEqual([]);
});
