import { expect, test } from "vitest";
import { newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();

type Filter = readonly [key: string, operator: string, value: unknown];

const filtersOf = (filters: readonly Filter[]) =>
  filters.map(([key, operator, value]) => ({ key, operator, valueJson: JSON.stringify(value) }));

/** An organization with documents by id, each with its own keys. */
async function plant(documents: Readonly<Record<string, object>>) {
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  await directory.client.addOrganizations({ apiKeyId: at.apiKeyId, organizations: [at] });
  const added = Object.entries(documents).map(([documentId, keys]) => ({ documentId, metadataJson: JSON.stringify(keys) }));
  if (added.length > 0) await directory.client.addDocuments({ ...at, documents: added });
  return at;
}

const own = {
  a: { kind: "design", size: 1, tags: ["x", "y"], open: true, "dotted.key": "d", nested: { deep: "é" } },
  b: { kind: "text", size: 10, tags: ["y"], open: false },
  c: { kind: "Text", size: "10", tags: "x" },
  d: {},
};

test.each<[Filter[], string[]]>([
  [[["kind", "==", "design"]], ["a"]],
  [[["metadata.kind", "==", "design"]], ["a"]],
  [[["kind", "!=", "design"]], ["b", "c"]],
  [[["size", "<", 10]], ["a"]],
  [[["size", "<=", 10]], ["a", "b"]],
  [[["size", ">", 1]], ["b"]],
  [[["size", ">=", 1]], ["a", "b"]],
  [[["size", ">=", "1"]], ["c"]],
  // Byte by byte: a capital comes before every small letter.
  [[["kind", "<", "a"]], ["c"]],
  [[["open", ">", false]], ["a"]],
  [[["kind", "in", ["design", "text"]]], ["a", "b"]],
  [[["size", "in", [10, 11]]], ["b"]],
  [[["kind", "not-in", ["design", "text"]]], ["c"]],
  [[["tags", "array-contains", "x"]], ["a"]],
  [[["tags", "array-contains-any", ["x", "y"]]], ["a", "b"]],
  [[["tags", "==", ["y"]]], ["b"]],
  [[["nested.deep", "==", "é"]], ["a"]],
  [[["dotted.key", "==", "d"]], ["a"]],
  [
    [
      ["tags", "array-contains", "y"],
      ["size", ">", 5],
    ],
    ["b"],
  ],
])("documents that fulfil %j are listed and counted", async (filters, ids) => {
  const at = await plant(own);

  const { documents } = await directory.client.getDocuments({ ...at, filters: filtersOf(filters) });
  const { count } = await directory.client.countDocuments({ ...at, filters: filtersOf(filters) });

  expect([documents.map(({ documentId }) => documentId), count]).toEqual([ids, ids.length]);
});

test("the name can be filtered, within a folder and among named documents too", async () => {
  const at = await plant({ a: {}, b: {}, c: {} });
  const names = [
    { documentId: "a", documentName: "Plan", folderId: "f" },
    { documentId: "b", documentName: "Plan" },
  ];
  await directory.client.addDocuments({ ...at, createFolder: true, documents: names });
  const filters = filtersOf([["documentName", "==", "Plan"]]);
  const ids = async (more: object) =>
    (await directory.client.getDocuments({ ...at, filters, ...more })).documents.map(({ documentId }) => documentId);

  expect(await ids({})).toEqual(["a", "b"]);
  expect(await ids({ folderId: "f" })).toEqual(["a"]);
  expect(await ids({ folderId: "root" })).toEqual(["b"]);
  expect(await ids({ documentIds: ["b", "c"] })).toEqual(["b"]);
  expect((await directory.client.countDocuments({ ...at, folderId: "f" })).count).toBe(1);
  expect((await directory.client.countDocuments({ ...at, folderId: "root" })).count).toBe(2);
  await directory.client.deleteFolder({ ...at, folderId: "f" });
  expect(await ids({})).toEqual(["b"]);
  expect((await directory.client.countDocuments(at)).count).toBe(2);
});

test("pages of filtered documents examine 10,000 at a time, and miss and repeat none", async () => {
  const at = await plant({});
  const rare = ["d00001", "d10000", "d10001", "d25000"];
  await directory.sql(
    `insert into directory.documents (api_key_id, organization_ref, document_id, metadata)
     select api_key_id, organization_ref, 'd' || lpad(n::text, 5, '0'),
       case when 'd' || lpad(n::text, 5, '0') = any($2) then '{"rare": true}'::jsonb else '{}' end
     from directory.organizations, generate_series(1, 25000) n where api_key_id = $1`,
    [at.apiKeyId, rare],
  );
  const filters = filtersOf([["rare", "==", true]]);

  const pages: string[][] = [];
  for (let pageToken = ""; pages.length === 0 || pageToken !== ""; ) {
    const page = await directory.client.getDocuments({ ...at, filters, pageToken });
    pages.push(page.documents.map(({ documentId }) => documentId));
    pageToken = page.nextPageToken;
  }

  expect(pages).toEqual([["d00001", "d10000"], ["d10001"], ["d25000"]]);
  expect((await directory.client.countDocuments({ ...at, filters })).count).toBe(rare.length);
  expect((await directory.client.countDocuments(at)).count).toBe(25_000);
});

test.each<[Filter]>([[["a", "~", 1]], [["a", "in", 1]], [["a", "<", [1]]]])("the filter %j is refused", async (filter) => {
  const at = await plant({});

  await expect(directory.client.getDocuments({ ...at, filters: filtersOf([filter]) })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
});

test("the metadata given with an update replaces what is stored if that is requested, and the name and the folder stay", async () => {
  const at = await plant({ a: { old: 1, kept: 1 } });
  await directory.client.addDocuments({ ...at, documents: [{ documentId: "a", documentName: "Plan" }] });

  const documents = [{ documentId: "a", metadataJson: '{"kept":2}' }];
  await directory.client.updateDocuments({ ...at, documents, replaceMetadata: true });

  const [stored] = (await directory.client.getDocuments({ ...at, documentIds: ["a"] })).documents;
  expect([stored?.documentName, stored?.metadataJson]).toEqual(["Plan", '{"kept": 2}']);
});
