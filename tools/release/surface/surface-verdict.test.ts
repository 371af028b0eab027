import { expect, test } from "vitest";
import { kinds, type Surface } from "./surface.ts";
import { numberProblem, surfaceVerdict } from "./surface-verdict.ts";

const released = { version: "1.2.3", surface: withSettings({ PARLEY_X: "variable", PARLEY_XY: "variable" }) };
const silent = "# Changelog\n\n## Unreleased\n\n### Added\n\n- `PARLEY_X`.\n";
const telling = "# Changelog\n\n## Unreleased\n\n### Breaking\n\n- `PARLEY_X=1` is gone: unset it.\n\n### Added\n\n- `PARLEY_XY`\n";

test("a breaking change is a problem until the changelog names it, and raises the first part either way", () => {
  const now = withSettings({ PARLEY_XY: "variable" });

  expect(surfaceVerdict({ released, now, changelog: silent })).toMatchObject({
    least: "2.0.0",
    problems: ["settings: gateway: PARLEY_X is removed, which breaks callers of 1.2.3"],
  });
  expect(surfaceVerdict({ released, now, changelog: telling })).toMatchObject({ least: "2.0.0", problems: [] });
  expect(surfaceVerdict({ released, now, changelog: telling.replaceAll("`", "") }).problems).toHaveLength(1);
  expect(surfaceVerdict({ released, now, changelog: telling.replace("- `PARLEY_X=1` is gone: unset it.\n", "") }).problems).toHaveLength(1);
});

test("of two breaking changes the one that the changelog does not name is a problem", () => {
  expect(surfaceVerdict({ released, now: withSettings({}), changelog: telling }).problems).toEqual([
    "settings: gateway: PARLEY_XY is removed, which breaks callers of 1.2.3",
  ]);
});

test("an addition is no problem and raises the second part; no change raises the last part", () => {
  const now = withSettings({ PARLEY_X: "variable", PARLEY_XY: "variable", PARLEY_Y: "variable" });

  expect(surfaceVerdict({ released, now, changelog: silent })).toMatchObject({ least: "1.3.0", problems: [] });
  expect(surfaceVerdict({ released, now: released.surface, changelog: silent })).toEqual({ changes: [], least: "1.2.4", problems: [] });
});

test("a version that is too low is refused, and the last release is made again only from the same surface", () => {
  const unchanged = { last: "1.2.3", changes: [], least: "1.2.4" };
  const added = {
    ...surfaceVerdict({ released: { version: "1.2.3", surface: withSettings({}) }, now: released.surface, changelog: silent }),
    last: "1.2.3",
  };

  expect(numberProblem("1.3.0", { ...added, least: "2.0.0" })).toBe(
    "1.3.0 does not say what has changed since 1.2.3: it has to be at least 2.0.0.",
  );
  expect(numberProblem("1.2.2", unchanged)).toBeDefined();
  expect(numberProblem("1.2.3", added)).toBeDefined();
  expect(numberProblem("1.3.0", added)).toBeUndefined();
  expect(numberProblem("2.1.0", { ...added, least: "2.0.0" })).toBeUndefined();
  expect(numberProblem("1.2.3", unchanged)).toBeUndefined();
});

function withSettings(gateway: Record<string, string>): Surface {
  const empty = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, {}])) as unknown as Surface;
  return { ...empty, settings: { gateway } };
}
