import { expect, test } from "vitest";
import { IdlePause } from "./idle-pause.ts";

test("an idle worker polls less and less often, down to once a second, until there is work again", () => {
  const pause = new IdlePause();

  const idle = Array.from({ length: 4 }, () => pause.next());
  pause.end();

  expect([...idle, pause.next()]).toEqual([250, 500, 1_000, 1_000, 250]);
});
