import { expect, test } from "vitest";
import { failureOf, newKey, outcomes, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory({ PARLEY_ORGANIZATION_DIRECTORY_DATABASE_MAX_CONNECTIONS: "8" });

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test("two moves that together would make a cycle never both succeed", async () => {
  const { client } = directory;
  for (let round = 0; round < 25; round++) {
    const at = await plantTree(client);

    const answers = await Promise.all([
      client.updateFolders({ ...at, folders: [{ folderId: "top", parentFolderId: "beside" }] }),
      client.updateFolders({ ...at, folders: [{ folderId: "beside", parentFolderId: "leaf" }] }),
    ]);

    const codes = answers.flatMap((answer) => Object.values(outcomes(answer)));
    expect(codes.toSorted()).toEqual(["cycle", "ok"]);
  }
});

test("many moves at once leave a tree", async () => {
  const { client } = directory;
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  const ids = Array.from({ length: 8 }, (_, index) => `f${index}`);
  await client.addOrganizations({ ...at, organizations: [{ organizationId: "acme" }] });
  await client.addFolders({ ...at, folders: ids.map((folderId) => ({ folderId })) });

  await times(120, (index) => {
    const parentFolderId = ids[(index * 5 + (index >> 3)) % 8] ?? "root";
    return client.updateFolders({ ...at, folders: [{ folderId: ids[index % 8] ?? "", parentFolderId }] });
  });

  const { folders } = await client.getFolders(at);
  const parents = new Map(folders.map(({ folderId, parentFolderId }) => [folderId, parentFolderId]));
  for (const id of ids) {
    let steps = 0;
    for (let above = parents.get(id); above !== undefined; above = parents.get(above)) expect(++steps).toBeLessThan(8);
  }
});

test("parallel adds of the same ids create each thing once", async () => {
  const { client } = directory;
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  const ids = Array.from({ length: 40 }, (_, index) => `x${index}`);
  const shuffled = (seed: number) =>
    ids.toSorted((a, b) => ((Number(a.slice(1)) * 7 + seed) % 41) - ((Number(b.slice(1)) * 7 + seed) % 41));

  const answers = await times(12, async (index) => {
    await client.addOrganizations({
      ...at,
      organizations: shuffled(index).map((organizationId) => ({ organizationId, metadataJson: `{"k${index}":1}` })),
    });
    const documents = shuffled(index).map((documentId) => ({ documentId, folderId: "inbox", metadataJson: `{"k${index}":1}` }));
    const added = await client.addDocuments({ ...at, documents, createOrganization: true, createFolder: true });
    const folders = await client.addFolders({
      ...at,
      folders: shuffled(index).map((folderId) => ({ folderId, metadataJson: `{"k${index}":1}` })),
    });
    return [added, folders].flatMap((answer) => Object.values(outcomes(answer)));
  });

  expect(new Set(answers.flat())).toEqual(new Set(["ok"]));
  const { documents } = await client.getDocuments(at);
  const { folders } = await client.getFolders({ ...at, folderIds: ids });
  const { organizations } = await client.getOrganizations({ ...at, organizationIds: ids });
  for (const things of [documents, folders, organizations]) {
    expect(things).toHaveLength(40);
    // Every add left its key, so no change was lost.
    for (const { metadataJson } of things) expect(Object.keys(JSON.parse(metadataJson))).toHaveLength(12);
  }
});

test("batches that overlap in any order never fail for each other", async () => {
  const { client } = directory;
  const at = { apiKeyId: newKey(), organizationId: "o0" };
  const ids = Array.from({ length: 30 }, (_, index) => `o${index}`);
  await client.setOrganizationsDisabled({ ...at, organizationIds: ids, disabled: false });
  await client.addDocuments({ ...at, documents: ids.map((documentId) => ({ documentId, folderId: "f" })), createFolder: true });
  const backwards = ids.toReversed();

  const answers = await times(40, async (index) => {
    const order = index % 2 === 0 ? ids : backwards;
    if (index % 5 === 0) return client.setOrganizationsDisabled({ ...at, organizationIds: order, disabled: index % 10 === 0 });
    if (index % 5 === 1)
      return client.updateOrganizations({
        ...at,
        organizations: order.map((organizationId) => ({ organizationId, organizationName: "n" })),
      });
    if (index % 5 === 2) return client.setDocumentsDisabled({ ...at, documentIds: order, disabled: index % 4 === 0 });
    if (index % 5 === 3) return client.updateDocuments({ ...at, documents: order.map((documentId) => ({ documentId, folderId: "root" })) });
    const { places } = await client.ensureExists({
      ...at,
      places: order.map((id) => ({ organizationId: id, documentId: `n${index}` })),
      createOrganization: true,
      createDocument: true,
    });
    return { results: places.map(({ documentExists }, place) => ({ id: String(place), success: documentExists, code: "" })) };
  });

  for (const answer of answers) expect(new Set(Object.values(outcomes(answer)))).toEqual(new Set(["ok"]));
});

test("after a move and a concurrent deletion of the folder nothing is visible in the folder, and documents moved out in time are intact", async () => {
  const { client } = directory;
  for (let round = 0; round < 25; round++) {
    const at = await plantTree(client);
    const documentIds = ["in-top", "in-middle", "in-leaf"];

    const [deleted, into, away] = await Promise.allSettled([
      client.deleteFolder({ ...at, folderId: "top" }),
      client.moveDocuments({ ...at, documentIds: ["in-none", "in-beside"], folderId: "leaf" }),
      client.moveDocuments({ ...at, documentIds, folderId: "beside" }),
    ]);

    expect(deleted.status).toBe("fulfilled");
    const { documents } = await client.getDocuments(at);
    const expected = [
      ...(into.status === "fulfilled" ? [] : ["in-none", "in-beside"]),
      ...(away.status === "fulfilled" ? documentIds : []),
    ];
    expect(documents.map(({ documentId }) => documentId).toSorted()).toEqual(expected.toSorted());
    for (const folderId of ["top", "middle", "leaf"])
      expect(await failureOf(client.getDocuments({ ...at, folderId }))).toMatchObject({ kind: "not_found" });
  }
});

test("a concurrent move does not bring back what a deletion has hidden", async () => {
  const { client } = directory;
  for (let round = 0; round < 25; round++) {
    const at = await plantTree(client);

    const moving = Promise.all([
      client.updateFolders({ ...at, folders: [{ folderId: "leaf", parentFolderId: "beside" }] }),
      client.updateDocuments({ ...at, documents: [{ documentId: "in-middle", folderId: "beside" }] }),
      client.moveDocuments({ ...at, documentIds: ["in-top"], folderId: "root" }).catch(() => undefined),
    ]);
    await client.deleteFolder({ ...at, folderId: "top" });
    const seen = async () => [
      ...(await client.getDocuments(at)).documents.map(({ documentId }) => documentId),
      ...(await client.getFolders(at)).folders.map(({ folderId }) => folderId),
    ];
    const atAnswer = await seen();
    await moving;

    expect(await seen()).toEqual(atAnswer);
  }
});

test("a folder is deleted by exactly one of many concurrent calls", async () => {
  const at = await plantTree(directory.client);

  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => directory.client.deleteFolder({ ...at, folderId: "top" })));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("documents that many calls add again after their folder's deletion are created once", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.deleteFolder({ ...at, folderId: "top" });

  await times(8, (index) =>
    client.addDocuments({
      ...at,
      documents: ["in-leaf", "in-top"].map((documentId) => ({ documentId, folderId: "again", metadataJson: `{"k${index}":1}` })),
      createFolder: true,
    }),
  );

  const { documents } = await client.getDocuments({ ...at, folderId: "again" });
  expect(documents.map(({ documentId, metadataJson }) => [documentId, Object.keys(JSON.parse(metadataJson)).length])).toEqual([
    ["in-leaf", 8],
    ["in-top", 8],
  ]);
});
