import { type QuotaCases, quotaOverrides, testQuotas } from "@parley/testing";
import { expect, test } from "vitest";
import { organizationDirectoryModule } from "../src/module.ts";
import { failureOf, newKey, outcomes, useDirectory } from "./directory.ts";

const at = (apiKeyId: string) => ({ apiKeyId, organizationId: "acme", createOrganization: true });

const cases: QuotaCases = {
  PARLEY_ORGANIZATION_DIRECTORY_MAX_ORGANIZATIONS_PER_KEY: {
    thing: "organization",
    most: 2,
    ids: ["a", "b", "c"],
    add: async (apiKeyId, ids) => {
      const organizations = ids.map((organizationId) => ({ organizationId }));
      return (await directory.client.addOrganizations({ apiKeyId, organizations })).results;
    },
  },
  PARLEY_ORGANIZATION_DIRECTORY_MAX_FOLDERS_PER_KEY: {
    thing: "folder",
    most: 3,
    ids: ["a", "b", "c", "d"],
    add: async (apiKeyId, ids) =>
      (await directory.client.addFolders({ ...at(apiKeyId), folders: ids.map((folderId) => ({ folderId })) })).results,
  },
  PARLEY_ORGANIZATION_DIRECTORY_MAX_DOCUMENTS_PER_KEY: {
    thing: "document",
    most: 4,
    ownLimit: "documents",
    ids: ["a", "b", "c", "d", "e"],
    add: async (apiKeyId, ids) => (await addDocuments(apiKeyId, ids)).results,
  },
  PARLEY_ORGANIZATION_DIRECTORY_MAX_LOCATIONS_PER_KEY: {
    thing: "location",
    most: 2,
    ids: ["a", "b", "c"],
    before: (apiKeyId) => addDocuments(apiKeyId, ["plan"]),
    add: async (apiKeyId, ids) => {
      const locations = ids.map((locationId) => ({ locationId }));
      return (await directory.client.addLocations({ ...at(apiKeyId), documentId: "plan", locations })).results;
    },
  },
  PARLEY_ERASURE_MAX_REMOVALS_PER_KEY: {
    thing: "removal",
    most: 2,
    ids: ["a", "b", "c"],
    repeatsNeedRoom: true,
    before: (apiKeyId) => addDocuments(apiKeyId, ["a", "b", "c"]),
    add: async (apiKeyId, ids) => {
      for (const documentId of ids) await directory.client.deleteDocuments({ ...at(apiKeyId), documentIds: [documentId] });
      return ids.map((id) => ({ id, success: true, code: "", message: "" }));
    },
  },
};

const directory = useDirectory(quotaOverrides(cases));

const addDocuments = (apiKeyId: string, ids: readonly string[], folderId = "") =>
  directory.client.addDocuments({
    ...at(apiKeyId),
    documents: ids.map((documentId) => ({ documentId, folderId })),
    createFolder: true,
  });

const countOf = async (table: "organizations" | "folders" | "documents", apiKeyId: string) => {
  const [row] = await directory.sql<{ rows: number }>(`select count(*)::int as rows from directory.${table} where api_key_id = $1`, [
    apiKeyId,
  ]);
  return row?.rows;
};

const refusal = (thing: string, most: number) => ({
  kind: "resource_exhausted",
  reason: "quota_reached",
  message: `The ${thing} quota of this API key (${most}) is reached.`,
});

testQuotas(organizationDirectoryModule, cases, async () => newKey());

test("a batch beyond a quota is stored as far as there is room, and existing things need none", async () => {
  const apiKeyId = newKey();
  await addDocuments(apiKeyId, ["a", "b"]);

  expect(outcomes(await addDocuments(apiKeyId, ["c", "a", "d", "e", "b"]))).toEqual({
    c: "ok",
    a: "ok",
    d: "ok",
    e: "quota_reached",
    b: "ok",
  });
});

test("a folder without room also fails the folders that are to be in it", async () => {
  const apiKeyId = newKey();
  const folders = [{ folderId: "a" }, { folderId: "b" }, { folderId: "c" }, { folderId: "d" }, { folderId: "e", parentFolderId: "d" }];

  const added = await directory.client.addFolders({ ...at(apiKeyId), folders });

  expect(outcomes(added)).toEqual({ a: "ok", b: "ok", c: "ok", d: "quota_reached", e: "not_found" });
});

test("an organization that is created by being disabled needs room", async () => {
  const apiKeyId = newKey();
  const disable = async (...organizationIds: string[]) =>
    outcomes(await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds, disabled: true }));
  expect(await disable("a", "b")).toEqual({ a: "ok", b: "ok" });

  expect(await disable("c", "a")).toEqual({ c: "quota_reached", a: "ok" });
  expect(await countOf("organizations", apiKeyId)).toBe(2);
});

test("an organization or a folder without room that a request would create implicitly fails the request", async () => {
  const apiKeyId = newKey();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "acme" }, { organizationId: "b" }] });
  await directory.client.addFolders({ ...at(apiKeyId), folders: [{ folderId: "x" }, { folderId: "y" }, { folderId: "z" }] });
  const elsewhere = { ...at(apiKeyId), organizationId: "c" };

  const ofOrganization = await Promise.all([
    failureOf(directory.client.addDocuments({ ...elsewhere, documents: [{ documentId: "a" }] })),
    failureOf(directory.client.addFolders({ ...elsewhere, folders: [{ folderId: "a" }] })),
  ]);

  expect(ofOrganization).toEqual([refusal("organization", 2), refusal("organization", 2)]);
  expect(await failureOf(addDocuments(apiKeyId, ["a"], "new"))).toEqual(refusal("folder", 3));
  expect(outcomes(await addDocuments(apiKeyId, ["a"], "x"))).toEqual({ a: "ok" });
});

test("missing places are all created or none", async () => {
  const apiKeyId = newKey();
  await addDocuments(apiKeyId, ["a", "b", "c"], "x");
  const create = { apiKeyId, createOrganization: true, createFolder: true, createDocument: true };
  const place = (organizationId: string, folderId: string, documentId: string) => ({ organizationId, folderId, documentId });
  const ensure = (...places: ReturnType<typeof place>[]) => directory.client.ensureExists({ ...create, places });

  expect(await failureOf(ensure(place("new", "f", "a"), place("new", "", "b")))).toEqual(refusal("document", 4));
  expect(await failureOf(ensure(place("new", "f", ""), place("new", "g", ""), place("acme", "y", "")))).toEqual(refusal("folder", 3));
  expect(await failureOf(ensure(place("new", "", ""), place("newer", "", "")))).toEqual(refusal("organization", 2));

  expect([await countOf("organizations", apiKeyId), await countOf("folders", apiKeyId), await countOf("documents", apiKeyId)]).toEqual([
    1, 1, 3,
  ]);
  expect((await ensure(place("new", "f", "a"))).places).toMatchObject([
    { organizationExists: true, folderExists: true, documentExists: true },
  ]);
});

test("every deletion is refused without room for its removal, and nothing is deleted", async () => {
  const apiKeyId = newKey();
  await addDocuments(apiKeyId, ["a", "b", "c"], "x");
  const inPlan = { ...at(apiKeyId), documentId: "a" };
  await directory.client.addLocations({ ...inPlan, locations: [{ locationId: "l" }] });
  await directory.client.deleteDocuments({ ...at(apiKeyId), documentIds: ["b"] });
  await directory.client.deleteDocuments({ ...at(apiKeyId), documentIds: ["c"] });

  const failures = await Promise.all(
    [
      directory.client.deleteOrganizations({ apiKeyId, organizationIds: ["acme"] }),
      directory.client.deleteFolder({ ...at(apiKeyId), folderId: "x" }),
      directory.client.deleteDocuments({ ...at(apiKeyId), documentIds: ["a"] }),
      directory.client.deleteLocations({ ...inPlan, locationIds: ["l"] }),
      directory.client.deleteLocationData({ ...inPlan, locationId: "l" }),
    ].map(failureOf),
  );

  expect(failures).toEqual(Array(5).fill(refusal("removal", 2)));
  expect([await countOf("organizations", apiKeyId), await countOf("folders", apiKeyId), await countOf("documents", apiKeyId)]).toEqual([
    1, 1, 1,
  ]);
});
