import { expect, test } from "vitest";
import { Random } from "../storm/random.ts";
import { neighboursOf } from "./neighbours.ts";

test("neighbours differ from the user and from each other, and are the same for one seed", () => {
  for (let seed = 0; seed < 50; seed++) {
    const neighbours = neighboursOf("user-to-\u00e9rase-7kq2", new Random(seed));

    expect(neighbours).toEqual(neighboursOf("user-to-\u00e9rase-7kq2", new Random(seed)));
    expect(new Set(neighbours).size).toBe(35);
    expect(neighbours).not.toContain("user-to-\u00e9rase-7kq2");
  }
});
