import { expect, test } from "vitest";
import { failureOf, newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();
const { parse } = JSON;

const apiKeyId = newKey();

test.each([
  ["", "empty"],
  ["x".repeat(257), "too long"],
  ["a\nb", "with a control character"],
  ["a\u0000b", "with U+0000"],
])("the id %j is refused in every field (%s)", async (bad) => {
  const { client } = directory;
  const at = { apiKeyId, organizationId: "acme" };
  const calls = [
    client.addOrganizations({ apiKeyId, organizations: [{ organizationId: bad }] }),
    client.addFolders({ ...at, folders: [{ folderId: bad }] }),
    client.addDocuments({ ...at, documents: [{ documentId: bad }] }),
    client.addLocations({ ...at, documentId: "d", locations: [{ locationId: bad }] }),
    client.getDocuments({ apiKeyId, organizationId: bad }),
    client.deleteFolder({ ...at, folderId: bad }),
    client.moveDocuments({ ...at, documentIds: ["d"], folderId: bad }),
    client.ensureExists({ apiKeyId, places: [{ organizationId: bad }], createOrganization: true }),
    client.checkAccess({ apiKeyId, subjects: [{ organizationId: bad }] }),
    client.getOrganizations({ apiKeyId: bad }),
  ];

  const failures = await Promise.all(calls.map((call) => failureOf(call)));

  expect(failures.map(({ kind }) => kind)).toEqual(calls.map(() => "invalid_argument"));
  expect((await client.getOrganizations({ apiKeyId })).organizations).toEqual([]);
});

test.each(["", "x".repeat(257), "a\nb"])("a list with the id %j is refused as a whole", async (bad) => {
  const key = newKey();

  const failure = await failureOf(
    directory.client.setOrganizationsDisabled({ apiKeyId: key, organizationIds: ["good", bad], disabled: true }),
  );

  expect(failure).toMatchObject({ kind: "invalid_argument" });
  expect((await directory.client.getOrganizations({ apiKeyId: key })).organizations).toEqual([]);
});

test("all violations are reported at once", async () => {
  const failure = await directory.client
    .addOrganizations({ apiKeyId, organizations: [{ organizationId: "" }, { organizationId: "ok", metadataJson: "[]" }] })
    .catch((error: { failure?: { violations: { field: string }[] } }) => error.failure);

  expect(failure).toMatchObject({
    violations: [{ field: "organizations[0].organization_id" }, { field: "organizations[1].metadata_json" }],
  });
});

test.each(["[]", "1", "null", "{", '{"a":"\\u0000"}', '{"\\ud800":1}', `{"a":${"[".repeat(40)}${"]".repeat(40)}}`])(
  "metadata %j is refused",
  async (metadataJson) => {
    expect(
      await failureOf(directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "a", metadataJson }] })),
    ).toMatchObject({
      kind: "invalid_argument",
    });
  },
);

test("batches are not empty and have at most 1,000 items", async () => {
  const { client } = directory;
  const many = Array.from({ length: 1_001 }, (_, index) => `o${index}`);

  for (const organizationIds of [[], many]) {
    expect(await failureOf(client.setOrganizationsDisabled({ apiKeyId, organizationIds, disabled: true }))).toMatchObject({
      kind: "invalid_argument",
    });
    expect(await failureOf(client.deleteOrganizations({ apiKeyId, organizationIds }))).toMatchObject({ kind: "invalid_argument" });
  }
  expect(await failureOf(client.getOrganizations({ apiKeyId, organizationIds: many }))).toMatchObject({ kind: "invalid_argument" });
});

test.each([-1, 1_001])("a page of %d rows is refused", async (pageSize) => {
  expect(await failureOf(directory.client.getOrganizations({ apiKeyId, pageSize }))).toMatchObject({ kind: "invalid_argument" });
});

test("a number that no double can hold does no harm", async () => {
  const key = newKey();

  await directory.client.addOrganizations({ apiKeyId: key, organizations: [{ organizationId: "a", metadataJson: '{"n":1e999999999}' }] });

  const { organizations } = await directory.client.getOrganizations({ apiKeyId: key });
  expect(parse(organizations[0]?.metadataJson ?? "")).toEqual({ n: null });
});
