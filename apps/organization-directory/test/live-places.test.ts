import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import { expect, test } from "vitest";
import { plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

/** All pages of what the removal of the folder `top` would be about; `between` is run behind the first. */
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

test("what the removal of a folder would be about comes whole in pages of any size, and nothing beside it", async () => {
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

test("the tree is walked at the first page alone: folders that come later are not in the others", async () => {
  const { apiKeyId } = await plantTree(directory.client);
  const add = () =>
    directory.client.addFolders({ apiKeyId, organizationId: "acme", folders: [{ folderId: "later", parentFolderId: "middle" }] });

  expect((await listed(apiKeyId, ErasedPlaceKind.FOLDER, 1, add)).flat().toSorted()).toEqual(["leaf", "middle", "top"]);
  expect((await listed(apiKeyId, ErasedPlaceKind.FOLDER, 1)).flat().toSorted()).toEqual(["later", "leaf", "middle", "top"]);
});
