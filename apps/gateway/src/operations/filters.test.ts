import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "./index.ts";

// Its documents are not a filter: the service returns an entry for each of them.
const asked = ["/v2/notifications/config/get documentIds"];

test("a list that a reading operation may be given empty is one of its filters, so that it matches nothing instead of everything", () => {
  const lists = operations
    .filter(({ mutates }) => !mutates)
    .flatMap(({ path, request, filters = [] }) =>
      listsThatMayBeEmpty(request)
        .filter((name) => !filters.includes(name))
        .map((name) => `${path} ${name}`),
    );

  expect(lists).toEqual(asked);
});

function listsThatMayBeEmpty(request: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "object" && schema.type === "array" && !schema.minItems ? [name] : [],
  );
}
