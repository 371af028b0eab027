import { AccessState } from "@parley/contracts/organization-directory";
import { expect, test } from "vitest";
import { newKey, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

test("the places are returned in the order of the request, repeats included", async () => {
  const { apiKeyId } = await plantTree(directory.client);

  const { places } = await directory.client.ensureExists({
    apiKeyId,
    places: [
      { organizationId: "acme", folderId: "leaf", documentId: "in-leaf" },
      { organizationId: "nobody", folderId: "leaf", documentId: "in-leaf" },
      { organizationId: "acme" },
      { organizationId: "acme", folderId: "none" },
      { organizationId: "acme", documentId: "in-none" },
      { organizationId: "acme", folderId: "leaf", documentId: "in-leaf" },
    ],
  });

  expect(places.map(({ organizationExists, folderExists, documentExists }) => [organizationExists, folderExists, documentExists])).toEqual([
    [true, true, true],
    [false, false, false],
    [true, false, false],
    [true, false, false],
    [true, false, true],
    [true, true, true],
  ]);
});

test("only the kinds named by the flags are created, each in its place", async () => {
  const apiKeyId = newKey();
  const places = [
    { organizationId: "a", folderId: "inbox", documentId: "one" },
    { organizationId: "b", documentId: "two" },
  ];
  const ask = async (flags: { createOrganization?: boolean; createFolder?: boolean; createDocument?: boolean }) => {
    const answer = await directory.client.ensureExists({ apiKeyId, places, ...flags });
    return answer.places.map(({ organizationExists, folderExists, documentExists }) => [organizationExists, folderExists, documentExists]);
  };

  expect(await ask({ createFolder: true, createDocument: true })).toEqual([
    [false, false, false],
    [false, false, false],
  ]);
  expect(await ask({ createOrganization: true })).toEqual([
    [true, false, false],
    [true, false, false],
  ]);
  expect(await ask({ createDocument: true })).toEqual([
    [true, false, false],
    [true, false, true],
  ]);
  expect(await ask({ createFolder: true, createDocument: true })).toEqual([
    [true, true, true],
    [true, false, true],
  ]);
  const { documents } = await directory.client.getDocuments({ apiKeyId, organizationId: "a" });
  expect(documents).toMatchObject([{ documentId: "one", folderId: "inbox" }]);
});

test("existing things are not changed by the request", async () => {
  const at = await plantTree(directory.client);
  const versions = () =>
    directory.sql("select document_id, folder_ref, xmin::text from directory.documents where api_key_id = $1 order by 1", [at.apiKeyId]);
  const before = await versions();

  await directory.client.ensureExists({
    apiKeyId: at.apiKeyId,
    places: [{ organizationId: "acme", folderId: "beside", documentId: "in-leaf" }],
    createOrganization: true,
    createFolder: true,
    createDocument: true,
  });

  expect(await versions()).toEqual(before);
});

test("an organization or document is open until it is disabled, and a disabled organization closes all its documents", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  const subjects = [
    { organizationId: "acme" },
    { organizationId: "acme", documentId: "in-top" },
    { organizationId: "acme", documentId: "in-leaf" },
  ];
  const states = async () => (await client.checkAccess({ apiKeyId: at.apiKeyId, subjects })).states;
  const { OPEN, DISABLED } = AccessState;

  expect(await states()).toEqual([OPEN, OPEN, OPEN]);
  await client.setDocumentsDisabled({ ...at, documentIds: ["in-top"], disabled: true });
  expect(await states()).toEqual([OPEN, DISABLED, OPEN]);
  await client.setOrganizationsDisabled({ ...at, organizationIds: ["acme"], disabled: true });
  expect(await states()).toEqual([DISABLED, DISABLED, DISABLED]);
  await client.setOrganizationsDisabled({ ...at, organizationIds: ["acme"], disabled: false });
  expect(await states()).toEqual([OPEN, DISABLED, OPEN]);
});

test("a missing thing is reported, not refused", async () => {
  const { apiKeyId } = await plantTree(directory.client);
  await directory.client.setOrganizationsDisabled({ apiKeyId, organizationIds: ["closed"], disabled: true });

  const { states } = await directory.client.checkAccess({
    apiKeyId,
    subjects: [
      { organizationId: "unknown" },
      { organizationId: "acme", documentId: "unknown" },
      { organizationId: "closed", documentId: "unknown" },
      { organizationId: "acme", documentId: "in-top" },
    ],
  });

  const { OPEN, NOT_FOUND } = AccessState;
  expect(states).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND, OPEN]);
});
