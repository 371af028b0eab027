import { expect, test } from "vitest";
import { kinds, type Surface } from "./surface.ts";
import { numberProblem, surfaceVerdict } from "./surface-verdict.ts";

const released = { version: "1.2.3", surface: withSettings({ PARLEY_X: "variable" }) };
const silent = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n";
const telling = "# Changelog\n\n## Unreleased\n\n### Breaking\n\n- PARLEY_X is gone: unset it.\n";

test("what breaks is a problem until the changelog tells it, and raises the first number either way", () => {
  const now = withSettings({});

  expect(surfaceVerdict({ released, now, changelog: silent })).toMatchObject({
    least: "2.0.0",
    problems: ["settings: gateway: PARLEY_X is removed, which breaks who relies on 1.2.3"],
  });
  expect(surfaceVerdict({ released, now, changelog: telling })).toMatchObject({ least: "2.0.0", problems: [] });
  expect(surfaceVerdict({ released, now, changelog: telling.replace("- PARLEY_X is gone: unset it.\n", "") }).problems).toHaveLength(1);
});

test("what is added is no problem, and raises the second number; nothing raises the last one", () => {
  const now = withSettings({ PARLEY_X: "variable", PARLEY_Y: "variable" });

  expect(surfaceVerdict({ released, now, changelog: silent })).toMatchObject({ least: "1.3.0", problems: [] });
  expect(surfaceVerdict({ released, now: released.surface, changelog: silent })).toEqual({ changes: [], least: "1.2.4", problems: [] });
});

test("a number that says less than has changed is refused, and the recorded one may be made again", () => {
  expect(numberProblem("1.3.0", "1.2.3", "2.0.0")).toBe("1.3.0 does not say what has changed since 1.2.3: it has to be at least 2.0.0.");
  expect(numberProblem("1.2.2", "1.2.3", "1.2.4")).toBeDefined();
  expect(numberProblem("2.1.0", "1.2.3", "2.0.0")).toBeUndefined();
  expect(numberProblem("1.2.3", "1.2.3", "1.2.4")).toBeUndefined();
});

function withSettings(gateway: Record<string, string>): Surface {
  const empty = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, {}])) as unknown as Surface;
  return { ...empty, settings: { gateway } };
}
