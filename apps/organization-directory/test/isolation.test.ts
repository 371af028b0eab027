import { ErasedPlaceKind, OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { statementsOf, unscopedAccess } from "@parley/testing";
import { expect, test } from "vitest";
import { type DirectoryClient, newKey, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

const at = { organizationId: "acme", documentId: "in-leaf" };

// Called by services for every API key.
const crossTenant = ["listOpenErasures"] as const;

type OfKey = Exclude<keyof DirectoryClient, (typeof crossTenant)[number]>;

/** A request of each RPC about the organization `acme` and its contents. */
const requests: { [Method in OfKey]: Omit<Parameters<DirectoryClient[Method]>[0], "$typeName" | "apiKeyId"> } = {
  addOrganizations: { organizations: [{ organizationId: "acme", organizationName: "theirs" }] },
  getOrganizations: { organizationIds: ["acme"] },
  updateOrganizations: { organizations: [{ organizationId: "acme", organizationName: "theirs" }] },
  deleteOrganizations: { organizationIds: ["acme"] },
  setOrganizationsDisabled: { organizationIds: ["acme"], disabled: true },
  addFolders: { ...at, folders: [{ folderId: "new", parentFolderId: "top" }] },
  getFolders: { ...at, parentFolderId: "top" },
  updateFolders: { ...at, folders: [{ folderId: "leaf", parentFolderId: "beside" }] },
  deleteFolder: { ...at, folderId: "top" },
  addDocuments: { ...at, documents: [{ documentId: "in-leaf", folderId: "leaf", documentName: "theirs" }] },
  getDocuments: { ...at, folderId: "leaf" },
  countDocuments: { ...at, folderId: "leaf" },
  updateDocuments: { ...at, documents: [{ documentId: "in-leaf", folderId: "beside" }] },
  deleteDocuments: { ...at, documentIds: ["in-leaf"] },
  moveDocuments: { ...at, documentIds: ["in-leaf"], folderId: "beside" },
  setDocumentsAccessType: { ...at, documentIds: ["in-leaf"], accessType: "public" },
  setFoldersAccessType: { ...at, folderIds: ["leaf"], accessType: "public" },
  setDocumentsDisabled: { ...at, documentIds: ["in-leaf"], disabled: true },
  addLocations: { ...at, locations: [{ locationId: "a", locationName: "theirs" }] },
  getLocations: { ...at, locationIds: ["a"] },
  updateLocations: { ...at, locations: [{ locationId: "a", locationName: "theirs" }] },
  deleteLocations: { ...at, locationIds: ["a"] },
  deleteLocationData: { ...at, locationId: "a" },
  listRemovals: {},
  setRemovalPaused: { jobId: "job", paused: true },
  countRemoval: { scope: { kind: "folder", organizationIds: ["acme"], folderIds: ["top"] } },
  listErasedPlaces: { jobId: "job", kind: ErasedPlaceKind.DOCUMENT },
  ensureExists: { places: [{ organizationId: "acme", folderId: "leaf", documentId: "in-leaf" }] },
  checkAccess: { subjects: [{ organizationId: "acme", documentId: "in-leaf" }] },
};

async function answerOf(method: OfKey, apiKeyId: string): Promise<unknown> {
  const call = directory.client[method] as (request: object) => Promise<object>;
  try {
    return await call({ ...requests[method], apiKeyId });
  } catch (error) {
    return (error as Error).message;
  }
}

async function rowsOf(apiKeyId: string): Promise<unknown> {
  const tables = ["organizations", "folders", "documents", "locations", "deleted_places"];
  return Promise.all(
    tables.map((table) => directory.sql(`select * from directory.${table} where api_key_id = $1 order by 1, 2, 3`, [apiKeyId])),
  );
}

test("every RPC has a request", () => {
  expect([...Object.keys(requests), ...crossTenant].sort()).toEqual(
    OrganizationDirectoryService.methods.map(({ localName }) => localName).sort(),
  );
});

test.each(Object.keys(requests) as OfKey[])(
  "%s answers about another key's organization as about one that does not exist, and changes no row",
  async (method) => {
    const { apiKeyId } = await plantTree(directory.client);
    await directory.client.addLocations({ ...at, apiKeyId, locations: [{ locationId: "a" }] });
    const before = await rowsOf(apiKeyId);
    const ownId = /"ownId":"[0-9a-f]{32}"/g;
    // An answer may also tell the time.
    const written = (name: string, value: unknown) => (name === "nowMs" ? undefined : typeof value === "bigint" ? `${value}` : value);
    const neutral = (answer: unknown) => JSON.stringify(answer, written).replace(ownId, "");

    const besideIt = await answerOf(method, newKey());

    expect(await rowsOf(apiKeyId)).toEqual(before);
    await directory.client.deleteOrganizations({ apiKeyId, organizationIds: ["acme"] });
    expect(neutral(besideIt)).toBe(neutral(await answerOf(method, newKey())));
  },
);

test("no statement reads or writes a table without naming the API key", async () => {
  const own = statementsOf("directory");

  expect(own.length).toBeGreaterThan(30);
  expect(own.filter(({ crossTenant }) => crossTenant !== undefined)).toEqual([]);
  expect(await unscopedAccess(directory.databaseUrl, own)).toEqual([]);
});
