import { expect, test } from "vitest";
import type { Logger } from "./logging.ts";
import { OutageLog } from "./outage-log.ts";

function watched() {
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message: string) => lines.push({ level, message, ...fields });
  let now = 0;
  const outage = new OutageLog({ warn: write("warn"), info: write("info") } as unknown as Logger, () => now);
  const fail = (times: number) => {
    for (let time = 0; time < times; time++) outage.failed({ host: "users" }, "It is away.");
  };
  return { lines, outage, fail, pass: (ms: number) => (now += ms) };
}

test("an outage is logged once, then once a minute with the number of unlogged failures, and once when it is over", () => {
  const { lines, outage, fail, pass } = watched();

  fail(5);
  pass(60_000);
  fail(3);
  pass(5_000);
  outage.over({}, "It is back.");
  outage.over({}, "It is back.");

  expect(lines).toEqual([
    { level: "warn", message: "It is away.", host: "users" },
    { level: "warn", message: "It is away.", host: "users", untold: 4 },
    { level: "info", message: "It is back.", untold: 2, seconds: 65 },
  ]);
});

test("the next outage is logged again at once", () => {
  const { lines, outage, fail } = watched();

  fail(1);
  outage.over({}, "It is back.");
  fail(1);

  expect(lines).toMatchObject([{ level: "warn" }, { level: "info" }, { level: "warn" }]);
});
