import { expect, test } from "vitest";
import type { Change } from "../surface/compare.ts";
import { interfaceChanges } from "./interface-changes.ts";

test("the notes list every break, and bound the other changes of each kind separately", () => {
  const fields = Array.from({ length: 20 }, (_, index) => change("answer forms", `User: field${index} is new`));
  const changes = [
    ...fields,
    change("settings", "gateway: PARLEY_X is new"),
    change("settings", 'users: PARLEY_Y by default was "1" and is "2"'),
    change("settings", "users: PARLEY_Z is removed", true),
    change("settings", "users: PARLEY_A is removed", true),
  ];

  const [first, second, forms, settings, ...rest] = interfaceChanges(changes).split("\n");

  expect([first, second]).toEqual([
    "- **breaks** settings: users: PARLEY_Z is removed",
    "- **breaks** settings: users: PARLEY_A is removed",
  ]);
  expect(forms).toMatch(/^- answer forms: new: `User: field0`, .*`User: field11` and 8 more$/);
  expect(settings).toBe('- settings: new: `gateway: PARLEY_X`; users: PARLEY_Y by default was "1" and is "2"');
  expect(rest).toEqual([]);
});

function change(kind: Change["kind"], text: string, breaks = false): Change {
  return { breaks, kind, text: `${kind}: ${text}`, names: [] };
}
