import { Failure } from "@parley/kernel";
import { expect, test } from "vitest";
import { UnsentReports } from "./unsent-reports.ts";

const refusal = Object.assign(new Error("refused"), { failure: new Failure("invalid_argument", "It is not a count.") });

/** Reports of `items`, to a service that refuses a report with any of the `bad` ones. */
function stage(items: readonly number[], bad: readonly number[]) {
  const told: { reportId: string; items: readonly number[] }[] = [];
  const dropped: number[] = [];
  const state = { calls: 0, failsAt: 0 };
  let left = [...items];
  const reports = new UnsentReports<number>({
    take: () => left.splice(0),
    split: (all) => (all.length === 0 ? [] : [[...all]]),
    onRefused: (refused) => dropped.push(...refused),
    send: async (report) => {
      state.calls++;
      if (state.calls === state.failsAt) throw new Error("The answer was lost.");
      if (report.items.some((item) => bad.includes(item))) throw refusal;
      told.push(report);
    },
  });
  const count = (more: readonly number[]) => {
    left = [...more];
  };
  return { reports, told, dropped, state, count };
}

const many = Array.from({ length: 500 }, (_, item) => item);

test("of a report that is refused only what is refused by itself is dropped, in few calls", async () => {
  const { reports, told, dropped, state, count } = stage(many, [3, 400]);

  await reports.send();
  count([1_000]);
  await reports.send();

  expect(dropped).toEqual([3, 400]);
  expect(told.flatMap(({ items }) => items).toSorted((a, b) => a - b)).toEqual([
    ...many.filter((item) => item !== 3 && item !== 400),
    1_000,
  ]);
  expect(state.calls).toBeLessThan(40);
});

test("when a half fails, what was accepted of the other one is reported again under the same id", async () => {
  const { reports, told, state } = stage([1, 2, 3, 4], [4]);
  state.failsAt = 3;

  await expect(reports.send()).rejects.toThrow("The answer was lost.");
  await reports.send();

  const [first, again, third] = told;
  expect([first?.items, again?.items, third?.items]).toEqual([[1, 2], [1, 2], [3]]);
  expect(again?.reportId).toBe(first?.reportId);
  expect(new Set(told.map(({ reportId }) => reportId)).size).toBe(2);
});

test("where everything is refused it is given up after so many calls", async () => {
  const { reports, dropped, state } = stage(many, many);

  await reports.send();

  expect(dropped.toSorted((a, b) => a - b)).toEqual(many);
  expect(state.calls).toBeLessThan(250);
});
