import { expect, test } from "vitest";
import { failureOf, outcomes, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

test("locations of a document are created, changed key by key, listed and deleted", async () => {
  const at = { ...(await plantTree(directory.client)), documentId: "in-leaf" };
  await directory.client.addLocations({
    ...at,
    locations: [{ locationId: "page-1", locationName: "Page 1", metadataJson: '{"page":1,"zoom":2}' }, { locationId: "page-2" }],
  });

  const updated = await directory.client.updateLocations({
    ...at,
    locations: [
      { locationId: "page-1", metadataJson: '{"zoom":null}' },
      { locationId: "page-3", locationName: "x" },
    ],
  });
  const added = await directory.client.addLocations({ ...at, locations: [{ locationId: "page-2", locationName: "Page 2" }] });
  const { locations } = await directory.client.getLocations(at);
  const deleted = await directory.client.deleteLocations({ ...at, locationIds: ["page-1", "page-3"] });

  expect(outcomes(updated)).toEqual({ "page-1": "ok", "page-3": "not_found" });
  expect(added.results[0]?.message).toBe("The location was updated.");
  expect(locations).toMatchObject([
    { locationId: "page-1", locationName: "Page 1", metadataJson: '{"page": 1}' },
    { locationId: "page-2", locationName: "Page 2" },
  ]);
  expect(outcomes(deleted)).toEqual({ "page-1": "ok", "page-3": "not_found" });
  const left = await directory.client.getLocations({ ...at, locationIds: ["page-1", "page-2"] });
  expect(left.locations.map(({ locationId }) => locationId)).toEqual(["page-2"]);
});

test("a document that does not exist has no locations and gets none", async () => {
  const at = { ...(await plantTree(directory.client)), documentId: "unknown" };

  expect(outcomes(await directory.client.addLocations({ ...at, locations: [{ locationId: "a" }] }))).toEqual({ a: "not_found" });
  expect(outcomes(await directory.client.updateLocations({ ...at, locations: [{ locationId: "a" }] }))).toEqual({ a: "not_found" });
  expect(outcomes(await directory.client.deleteLocations({ ...at, locationIds: ["a"] }))).toEqual({ a: "not_found" });
  expect(await failureOf(directory.client.getLocations(at))).toMatchObject({ kind: "not_found", reason: "document_not_found" });
  expect(await failureOf(directory.client.getLocations({ ...at, organizationId: "unknown" }))).toMatchObject({
    reason: "organization_not_found",
  });
});

test("locations stay with their document when it moves and go with it when it is deleted", async () => {
  const at = { ...(await plantTree(directory.client)), documentId: "in-leaf" };
  await directory.client.addLocations({ ...at, locations: [{ locationId: "a" }] });
  await directory.client.moveDocuments({ ...at, documentIds: ["in-leaf"], folderId: "beside" });
  const moved = await directory.client.getLocations(at);

  await directory.client.deleteDocuments({ ...at, documentIds: ["in-leaf"] });
  await directory.client.addDocuments({ ...at, documents: [{ documentId: "in-leaf" }] });

  expect(moved.locations).toHaveLength(1);
  expect((await directory.client.getLocations(at)).locations).toEqual([]);
});
