import { operations } from "@parley/gateway/operations";
import { until } from "@parley/testing";
import { describe, expect, test } from "vitest";
import { Customer } from "../support/customer.ts";
import { withRealIds } from "../support/real-ids.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const { parley, workspace } = useWorkspace({ PARLEY_CHANGES_STREAM_MS: "100" });

/** The values that replace every field of every example. */
const bads: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a number", 7],
  ["a negative number", -1],
  ["a fraction", 1.5],
  ["a huge number", 1e308],
  ["a boolean", true],
  ["an empty string", ""],
  ["a long string", "x".repeat(200_000)],
  ["control characters", "a\u0001\u0007\u009fb"],
  ["an emoji", "👍🏽 é é"],
  ["a thousand characters of two units each", "👍".repeat(1_000)],
  ["an empty list", []],
  ["a list of lists", [[[]]]],
  ["1,001 items", Array.from({ length: 1_001 }, (_, index) => `id${index}`)],
  ["the same item twice", ["same", "same"]],
  ["an empty object", {}],
  ["an object with __proto__", JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')],
  ["the text __proto__", "__proto__"],
  ["SQL", "'; drop table organizations; --"],
];

// No input causes a 5xx, and every refusal names its cause.
describe.each(operations.map((operation) => [operation.path, operation] as const))("%s", (path, operation) => {
  test("any value in any field gets a clear response", async () => {
    const caller =
      operation.auth === "admin"
        ? new Customer(parley.url, { "x-svc-admin-token": parley.adminToken })
        : operation.auth === "workspace"
          ? workspace.owner
          : workspace.customer;
    const example = await withRealIds(operation.example.request, workspace);
    const requests = [
      ...fieldsOf(example).flatMap((field) =>
        bads.map(([what, bad]) => ({ what: `${field.join(".")} is ${what}`, data: replaced(example, field, bad) })),
      ),
      ...fieldsOf(example).map((field) => ({ what: `${field.join(".")} is missing`, data: replaced(example, field, undefined) })),
      { what: "an unknown field", data: { ...example, noSuchField: 1 } },
    ];

    for (const { what, data } of requests) {
      // After an example has set a rate limit on the key, a request has to be repeated until it is not limited.
      const { status, body } = await until(async () => {
        const answer = await caller.post(path, data);
        return answer.status !== 429 && answer;
      });
      expect(status, `${what}: ${JSON.stringify(body)}`).toBeLessThan(500);
      if (status >= 400) expect(body.error, what).toMatchObject({ message: expect.stringMatching(/\S/), requestId: expect.any(String) });
      // Violations found by a service must not be described in the terms of its RPC, which a customer does not know.
      if (status === 400) expect(body.error.message, what).not.toMatch(/^The request is not valid: /);
      if (what === "an unknown field")
        expect(body.error.details).toEqual([{ field: "noSuchField", message: "noSuchField is not a known field." }]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test("the process works as before afterwards", async () => {
  expect((await workspace.customer.post("/v2/organizations/get", {})).status).toBe(200);
  expect((await workspace.customer.send("/readyz", undefined, { method: "GET" })).status).toBe(200);
});

type Path = readonly (string | number)[];

/** Every field of an example: its keys, nested keys, and the first item of each list. */
function fieldsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => [[...at, key], ...fieldsOf(item, [...at, key])]);
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string | number, unknown> = (Array.isArray(value) ? [...value] : { ...(value as object) }) as never;
  const changed = replaced(copy[key], rest, by);
  if (changed === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = changed;
  return copy;
}
