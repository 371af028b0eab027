import { expect, test } from "vitest";
import { pageText } from "./pages.ts";

const item = (length: number, index = 0) => ({ id: `id${index}`, note: `é"\n\u2028${"x".repeat(length)}`, none: undefined, nothing: null });
const long = Array.from({ length: 20 }, (_, index) => item(15_000, index));
const around = { status: "success", message: 'Said "so".', absent: undefined };

test.each<[string, unknown]>([
  ["a short list", [item(10)]],
  ["no list", undefined],
  ["an empty list", []],
  ["a long list", long],
  ["a long list with values that JSON does not have", [undefined, ...long]],
  ["lists under names", { comments: long, reactions: [], threads: [item(5)], count: 3 }],
  ["items under ids", Object.fromEntries(long.map((each) => [each.id, each]))],
])("%s is written as JSON.stringify writes it", async (_, data) => {
  const answer = { result: { ...around, data, nextPageToken: null } };

  expect(await pageText(answer)).toBe(JSON.stringify(answer));
});

test("other requests get turns while a long list is written", async () => {
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);

  await pageText({ result: { data: long } });
  clearImmediate(next);

  expect(turns).toBeGreaterThanOrEqual(4);
});
