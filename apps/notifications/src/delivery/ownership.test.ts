import { createLogger } from "@parley/runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hand } from "./hand.ts";
import { Ownership } from "./ownership.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

test("groups that belong to others are handed over only when these have changed", async () => {
  const asked: string[] = [];
  let living = "other-1";
  const database = {
    row: async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return { others: 1, living } as never;
    },
    rows: async ({ name }: { readonly name: string }) => {
      asked.push(name);
      return [];
    },
    pageRows: async () => [],
    spreads: false,
    run: async () => 0,
    afterCommit: () => {},
  };
  const ownership = new Ownership(new Hand(() => ""), {
    queue: { kind: "webhook", still: async () => new Set() },
    database,
    leaseMs: 3_000,
    onTakenOver: () => {},
    log: await createLogger({ level: "silent", pretty: false }),
  });
  const handOvers = async (times: number) => {
    asked.length = 0;
    for (let time = 0; time < times; time++) {
      vi.advanceTimersByTime(ownership.renewEveryMs);
      ownership.worked();
      await ownership.keep();
    }
    return asked.filter((name) => name === "notifications.delivery_hand_over").length;
  };

  expect(await handOvers(3)).toBe(1);
  living = "other-1 other-2";
  expect(await handOvers(3)).toBe(1);
  expect(await handOvers(3)).toBe(0);
});
