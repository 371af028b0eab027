import { expect, test } from "vitest";
import { HttpFailure } from "../errors/http-failure.ts";
import { Shares } from "./shares.ts";

function sharesOf(most: number, mostPerTenant: number) {
  const shares = new Shares({ most, mostPerTenant, refusal: (name) => new HttpFailure("resource_exhausted", name ?? "all") });
  /** How many of `count` takings succeeded, and the names in the refusals of the others. */
  const takes = (count: number, tenant: string, workspace = `ws_${tenant}`) => {
    const refused = new Set<string>();
    let taken = 0;
    for (let n = 0; n < count; n++) {
      try {
        shares.take({ tenant, workspace });
        taken++;
      } catch (error) {
        refused.add((error as HttpFailure).message);
      }
    }
    return { taken, refused: [...refused] };
  };
  return { shares, takes };
}

test("a tenant gets its share and no more, and others get theirs", () => {
  const { takes } = sharesOf(100, 10);

  expect(takes(50, "a")).toEqual({ taken: 10, refused: ["a"] });
  expect(takes(5, "b")).toEqual({ taken: 5, refused: [] });
});

test("what was given back can be taken again", () => {
  const { shares, takes } = sharesOf(100, 1);
  const giveBack = shares.take({ tenant: "a", workspace: "ws_a" });
  expect(takes(1, "a").taken).toBe(0);

  giveBack();

  expect(takes(2, "a").taken).toBe(1);
});

test("a workspace with many tenants gets half of all, two that take in turns a third each, and others find room", () => {
  const one = sharesOf(90, 10);
  const two = sharesOf(90, 10);
  const greedy = (takes: typeof one.takes, workspaces: readonly string[]) => {
    const taken = workspaces.map(() => 0);
    for (let n = 0; n < 400; n++) {
      for (const [at, workspace] of workspaces.entries())
        taken[at] = (taken[at] ?? 0) + takes(1, `${workspace} ${n % 40}`, workspace).taken;
    }
    return taken;
  };

  expect(greedy(one.takes, ["ws_1"])).toEqual([45]);
  expect(greedy(two.takes, ["ws_1", "ws_2"])).toEqual([30, 30]);
  expect(two.takes(1, "ws_1 40", "ws_1")).toEqual({ taken: 0, refused: ["ws_1"] });
  expect(two.takes(10, "other").taken).toBe(10);
});

test("the total is never exceeded, whichever tenant takes", () => {
  const { takes } = sharesOf(20, 10);

  const all = Array.from({ length: 40 }, (_, n) => takes(1, `key${n}`));

  expect(all.filter(({ taken }) => taken === 1)).toHaveLength(20);
  expect(all.at(-1)).toEqual({ taken: 0, refused: ["all"] });
});

test("a single amount may be taken however large it is", () => {
  expect(() => sharesOf(10, 5).shares.take({ tenant: "a", workspace: "ws_a", amount: 1_000 })).not.toThrow();
});
