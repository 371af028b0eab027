import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import { expect, test } from "vitest";
import { plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

/** All pages of the places in the scope of a removal of the folder `top`; `between` runs after the first page. */
async function listed(apiKeyId: string, kind: ErasedPlaceKind, pageSize: number, between: () => Promise<unknown> = async () => undefined) {
  const { client } = directory;
  const pages: string[][] = [];
  let pageToken = "";
  do {
    const request = { apiKeyId, jobId: "", organizationId: "acme", folderId: "top", kind, pageSize, pageToken };
    const page = await client.listErasedPlaces(request);
    pages.push(page.ids);
    pageToken = page.nextPageToken;
    if (pages.length === 1) await between();
  } while (pageToken !== "");
  return pages;
}

test("the places in the scope of a folder's removal are listed completely, in pages of any size, and no others", async () => {
  const { apiKeyId } = await plantTree(directory.client);
  const documents = Array.from({ length: 5 }, (_, index) => ({ documentId: `more-${index}`, folderId: "middle" }));
  await directory.client.addDocuments({ apiKeyId, organizationId: "acme", documents });

  const [whole = []] = await listed(apiKeyId, ErasedPlaceKind.DOCUMENT, 100);
  expect(whole.toSorted()).toEqual(["in-leaf", "in-middle", "in-top", ...documents.map(({ documentId }) => documentId)].toSorted());
  for (const size of [1, 2, 3]) expect((await listed(apiKeyId, ErasedPlaceKind.DOCUMENT, size)).flat()).toEqual(whole);
  for (const size of [1, 2, 100]) {
    expect((await listed(apiKeyId, ErasedPlaceKind.FOLDER, size)).flat().toSorted()).toEqual(["leaf", "middle", "top"]);
  }
});

test("the tree is walked only for the first page: folders added later are not on the others", async () => {
  const { apiKeyId } = await plantTree(directory.client);
  const add = () =>
    directory.client.addFolders({ apiKeyId, organizationId: "acme", folders: [{ folderId: "later", parentFolderId: "middle" }] });

  expect((await listed(apiKeyId, ErasedPlaceKind.FOLDER, 1, add)).flat().toSorted()).toEqual(["leaf", "middle", "top"]);
  expect((await listed(apiKeyId, ErasedPlaceKind.FOLDER, 1)).flat().toSorted()).toEqual(["later", "leaf", "middle", "top"]);
});
