import { expect, test } from "vitest";
import { compared } from "./compare.ts";
import { membersOf } from "./forms.ts";
import { readSurface } from "./read-surface.ts";
import { readReleased } from "./released-surface.ts";
import { kinds, type Surface } from "./surface.ts";

const surface: Promise<Surface> = readSurface();

test.each([
  ["operations", "POST /v2/users/get", "answers 200", "success"],
  ["request forms", "UsersListRequest", "organizationId", expect.stringMatching(/string$/)],
  ["answer forms", "POST /v2/users/get", "body", "object"],
  ["webhook bodies", "POST comment.add.raw", "body", "WebhookRaw"],
  ["RPCs", "parley.users.v1.UsersService", "FindUsers", expect.stringContaining("FindUsersRequest")],
  ["client for TypeScript", "resource Threads", "create", "method"],
  ["client for Python", "resource Threads", "create(organization_id)", "required argument"],
  ["client for Go", "Threads", "Create()", expect.stringContaining("ThreadsCreateRequest")],
  ["client for Go", "parley", "New()", expect.stringContaining("Options")],
  ["command line", "parley call", "<operation>", "required argument"],
  ["exit codes", "parley", "credentials", "3"],
  ["settings", "gateway", "PARLEY_GATEWAY_PORT by default", "8080"],
  ["chart values", "values", "image.tag", "string"],
  ["metrics", "parley_consumer_gaps_total", "topic", "label"],
] as const)("of %s, %s has %s", async (kind, thing, member, promised) => {
  expect((await surface)[kind][thing]).toMatchObject({ [member]: promised });
});

test("every kind of the public surface is read, and recorded for the last release", async () => {
  const now = await surface;
  const { version, surface: before } = readReleased();

  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const each of [now, before]) {
    expect(Object.keys(each).toSorted()).toEqual(Object.keys(kinds).toSorted());
    expect(Object.entries(each).filter(([, things]) => Object.keys(things).length === 0)).toEqual([]);
  }
  expect(compared(now, now)).toEqual([]);
});

test("a form consists of its fields by path, with closed sets and bounds, for requests and for responses", () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", maxLength: 9 },
      order: { type: "string", enum: ["asc", "desc"] },
      rows: { type: "array", items: { type: "object", properties: { user: { $ref: "#/components/schemas/User" } } } },
    },
  } as const;

  expect(membersOf(schema, "sent")).toEqual({
    id: "required string",
    "id maxLength": "9",
    order: "closed set of string",
    'order = "asc"': "value",
    'order = "desc"': "value",
    rows: "list of object",
    "rows[].user": "User",
  });
  expect(membersOf(schema, "read")).toMatchObject({ id: "string", rows: "list of object?", "rows[].user": "User?" });
  expect(Object.keys(membersOf(schema, "read"))).not.toContain("id maxLength");
});
