import { expect, test } from "vitest";
import { failureOf, newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();

interface PageRequest {
  pageSize: number;
  pageToken: string;
}

/** Every id of a list, read in pages; `between` runs after each page. */
async function walk(
  fetchPage: (page: PageRequest) => Promise<{ ids: string[]; nextPageToken: string }>,
  pageSize: number,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const all: string[] = [];
  let pageToken = "";
  for (let page = 0; page < 10_000; page++) {
    const { ids, nextPageToken } = await fetchPage({ pageSize, pageToken });
    all.push(...ids);
    if (nextPageToken === "") return all;
    pageToken = nextPageToken;
    await between(page);
  }
  throw new Error("The walk does not end.");
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(4, "0")}`);

async function plantDocuments(count: number, folderId?: string) {
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  const ids = numbered("d", count);
  await directory.client.addDocuments({
    ...at,
    documents: ids.map((documentId) => ({ documentId, ...(folderId !== undefined && { folderId }) })),
    createOrganization: true,
    createFolder: true,
  });
  const documents =
    (filter: { folderId?: string } = {}) =>
    async (page: PageRequest) => {
      const { documents, nextPageToken } = await directory.client.getDocuments({ ...at, ...filter, ...page });
      return { ids: documents.map(({ documentId }) => documentId), nextPageToken };
    };
  return { at, ids, documents };
}

test("a walk returns every row once, in the order of ids, whatever the page size", async () => {
  const { ids, documents } = await plantDocuments(57, "inbox");

  for (const pageSize of [1, 7, 56, 57, 58, 1_000]) {
    expect(await walk(documents(), pageSize)).toEqual(ids);
    expect(await walk(documents({ folderId: "inbox" }), pageSize)).toEqual(ids);
  }
});

test("rows that are added and removed during a walk never make others missing or repeated", async () => {
  const { at, ids, documents } = await plantDocuments(100);
  const removed = ids.filter((_, index) => index % 5 === 0);

  const seen = await walk(documents(), 7, async (page) => {
    const { client } = directory;
    await client.deleteDocuments({ ...at, documentIds: removed.slice(page, page + 2) });
    await client.addDocuments({ ...at, documents: [{ documentId: `a-before-${page}` }, { documentId: `z-behind-${page}` }] });
  });

  const surviving = ids.filter((id) => !removed.includes(id));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => surviving.includes(id))).toEqual(surviving);
});

test("a walk skips the documents of a deleted folder", async () => {
  const { at, ids, documents } = await plantDocuments(60);
  await directory.client.addFolders({ ...at, folders: [{ folderId: "doomed" }] });
  const doomed = ids.slice(10, 50);
  await directory.client.moveDocuments({ ...at, documentIds: doomed, folderId: "doomed" });

  const seen = await walk(documents(), 8, async (page) => {
    if (page === 0) await directory.client.deleteFolder({ ...at, folderId: "doomed" });
  });

  expect(seen).toEqual(ids.filter((id) => !doomed.includes(id)));
});

test("organizations, folders and locations are walked in the same way", async () => {
  const apiKeyId = newKey();
  const ids = numbered("o", 25);
  await directory.client.addOrganizations({ apiKeyId, organizations: ids.map((organizationId) => ({ organizationId })) });
  const at = { apiKeyId, organizationId: "o-0000" };
  await directory.client.addFolders({
    ...at,
    folders: ids.map((folderId, index) => ({ folderId, parentFolderId: index === 0 ? "" : "o-0000" })),
  });
  await directory.client.addDocuments({ ...at, documents: [{ documentId: "d" }] });
  await directory.client.addLocations({ ...at, documentId: "d", locations: ids.map((locationId) => ({ locationId })) });

  const organizations = await walk(async (page) => {
    const answer = await directory.client.getOrganizations({ apiKeyId, ...page });
    return { ids: answer.organizations.map(({ organizationId }) => organizationId), nextPageToken: answer.nextPageToken };
  }, 4);
  const folders = (filter: { parentFolderId?: string }) =>
    walk(async (page) => {
      const answer = await directory.client.getFolders({ ...at, ...filter, ...page });
      return { ids: answer.folders.map(({ folderId }) => folderId), nextPageToken: answer.nextPageToken };
    }, 4);
  const locations = await walk(async (page) => {
    const answer = await directory.client.getLocations({ ...at, documentId: "d", ...page });
    return { ids: answer.locations.map(({ locationId }) => locationId), nextPageToken: answer.nextPageToken };
  }, 4);

  expect(organizations).toEqual(ids);
  expect(await folders({})).toEqual(ids);
  expect(await folders({ parentFolderId: "o-0000" })).toEqual(ids.slice(1));
  expect(await folders({ parentFolderId: "root" })).toEqual(["o-0000"]);
  expect(locations).toEqual(ids);
});

test("a page has 100 rows by default, or all that were requested by id", async () => {
  const { at, ids } = await plantDocuments(150);

  const listed = await directory.client.getDocuments(at);
  const named = await directory.client.getDocuments({ ...at, documentIds: ids });

  expect(listed.documents).toHaveLength(100);
  expect(listed.nextPageToken).not.toBe("");
  expect(named.documents).toHaveLength(150);
  expect(named.nextPageToken).toBe("");
});

test("a list with long metadata comes in shorter pages and is complete", async () => {
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  const metadataJson = JSON.stringify({ text: "日".repeat(5_000) });
  const ids = numbered("d", 300);
  for (const batch of [ids.slice(0, 150), ids.slice(150)]) {
    await directory.client.addDocuments({
      ...at,
      documents: batch.map((documentId) => ({ documentId, metadataJson })),
      createOrganization: true,
    });
  }

  const first = await directory.client.getDocuments({ ...at, documentIds: ids });
  const rest = await walk(async ({ pageToken }) => {
    const answer = await directory.client.getDocuments({ ...at, documentIds: ids, pageToken: pageToken || first.nextPageToken });
    return { ids: answer.documents.map(({ documentId }) => documentId), nextPageToken: answer.nextPageToken };
  }, 0);

  expect(first.documents.length).toBeLessThan(300);
  expect([...first.documents.map(({ documentId }) => documentId), ...rest]).toEqual(ids);
});

test("a page token that this service did not make is refused", async () => {
  const apiKeyId = newKey();

  for (const pageToken of ["x", "!!!", Buffer.from("[1]").toString("base64url"), Buffer.from('["a","b"]').toString("base64url")]) {
    expect(await failureOf(directory.client.getOrganizations({ apiKeyId, pageToken }))).toMatchObject({ kind: "invalid_argument" });
  }
});
