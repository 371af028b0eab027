import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { success } from "./given.ts";

const at = { organizationId: "hosted" };
const done = (id: string) => ({ ...success, data: { [id]: { success: true, id: expect.any(String), message: expect.any(String) } } });
const lastPage = { ...success, pageToken: null, nextPageToken: null };
const times = { createdAt: expect.any(Number), lastUpdated: expect.any(Number) };

const organizations = (method: string, model: string, fields: VeltCall["fields"], reads: object): VeltCall => {
  return { service: "organizations", method, model, fields: fields ?? {}, reads };
};

const organizationCalls: readonly VeltCall[] = [
  organizations(
    "addOrganizations",
    "AddOrganizationsRequest",
    { organizations: [{ ...at, organizationName: "Hosted", plan: "team" }] },
    done("hosted"),
  ),
  organizations("updateOrganizations", "UpdateOrganizationsRequest", { organizations: [{ ...at, plan: "free" }] }, done("hosted")),
  organizations(
    "getOrganizations",
    "GetOrganizationsRequest",
    { organizationIds: ["hosted"], pageSize: 10, pageToken: "" },
    { ...lastPage, data: [{ id: "hosted", organizationName: "Hosted", plan: "free", disabled: false }] },
  ),
  ...[true, false].map((disabled) =>
    organizations(
      "updateOrganizationDisableState",
      "UpdateOrganizationDisableStateRequest",
      { organizationIds: ["hosted"], disabled },
      done("hosted"),
    ),
  ),
];

const accessType = "organizationPrivate";
const folder = { folderId: "top", folderName: "Top", parentFolderId: "root" };

const folderCalls: readonly VeltCall[] = [
  {
    service: "folders",
    method: "addFolder",
    model: "AddFolderRequest",
    fields: { ...at, folders: [folder, { folderId: "below", parentFolderId: "top" }], createOrganization: true },
    reads: { ...success, data: { top: { success: true, id: "top" }, below: { success: true, id: "below" } } },
  },
  {
    service: "folders",
    method: "addFolder",
    model: "AddFolderRequest",
    fields: { ...at, folders: [{ folderId: "closed", accessType: "restricted" }] },
    refused: /accessType cannot be set here/,
  },
  {
    service: "folders",
    method: "updateFolder",
    model: "UpdateFolderRequest",
    fields: { ...at, folders: [{ folderId: "below", folderName: "Below", parentFolderId: "top" }] },
    reads: done("below"),
  },
  {
    service: "folders",
    method: "getFolders",
    model: "GetFoldersRequest",
    fields: { ...at, folderId: "top", maxDepth: 3 },
    reads: {
      ...success,
      data: [
        { ...folder, ...times, ancestors: ["root"], subFolders: [{ folderId: "below", folderName: "Below", ancestors: ["root", "top"] }] },
      ],
    },
  },
  {
    service: "folders",
    method: "getFolders",
    model: "GetFoldersRequest",
    fields: { ...at, rootFoldersOnly: true, pageSize: 10, pageToken: "" },
    reads: { ...lastPage, data: [{ folderId: "top" }] },
  },
  {
    service: "folders",
    method: "updateFolderAccess",
    model: "UpdateFolderAccessRequest",
    fields: { ...at, folderIds: ["top"], accessType, inheritFromParent: true },
    reads: { ...success, data: { top: { success: true, accessType } } },
  },
];

const documents = (method: string, model: string, fields: VeltCall["fields"], reads: object): VeltCall => {
  return { service: "documents", method, model, fields: { ...at, ...fields }, reads };
};
const filters = [
  { key: "kind", operator: "in", value: ["design", "text"] },
  { key: "metadata.size", operator: ">=", value: 3 },
];
const document = { id: "plan", documentName: "Plan", kind: "design", size: 3, disabled: false };

const documentCalls: readonly VeltCall[] = [
  documents(
    "addDocuments",
    "AddDocumentsRequest",
    {
      documents: [{ documentId: "plan", documentName: "Plan", kind: "design" }],
      createOrganization: true,
      folderId: "inbox",
      createFolder: true,
    },
    done("plan"),
  ),
  documents("updateDocuments", "UpdateDocumentsRequest", { documents: [{ documentId: "plan", size: 3 }], merge: true }, done("plan")),
  documents(
    "getDocuments",
    "GetDocumentsRequest",
    { documentIds: ["plan"], filters, pageSize: 10, pageToken: "" },
    { ...lastPage, data: [{ ...document, folderId: "inbox" }] },
  ),
  documents("getDocuments", "GetDocumentsRequest", { folderId: "inbox" }, { ...lastPage, data: [document] }),
  {
    ...documents("getDocuments", "GetDocumentsRequest", { orderByCommentViews: true }, {}),
    refused: /orderByCommentViews is refused: views of comments/,
  },
  documents(
    "getDocumentsCount",
    "GetDocumentsCountRequest",
    { folderId: "inbox", excludeFolderDocs: true },
    { ...success, data: { count: 1 } },
  ),
  documents("getDocumentsCount", "GetDocumentsCountRequest", { filters }, { ...success, data: { count: 1, filtersApplied: true } }),
  documents("moveDocuments", "MoveDocumentsRequest", { documentIds: ["plan"], folderId: "top" }, success),
  ...[true, false].map((disabled) =>
    documents(
      "updateDocumentDisableState",
      "UpdateDocumentDisableStateRequest",
      { documentIds: ["plan"], disabled },
      { ...success, data: { plan: { success: true, disabled, message: expect.any(String) } } },
    ),
  ),
  documents("updateDocuments", "UpdateDocumentsRequest", { documents: [{ documentId: "plan" }], merge: false }, done("plan")),
  documents(
    "updateDocumentAccess",
    "UpdateDocumentAccessRequest",
    { documentIds: ["plan"], accessType },
    { ...success, data: { plan: { success: true, accessType } } },
  ),
  ...["MigrateDocuments", "MigrateDocumentsStatus"].map((name): VeltCall => {
    const method = name.replace(/^./, (first) => first.toLowerCase());
    return { service: "documents", method, model: `${name}Request`, fields: {}, absent: /no operation/ };
  }),
];

/** Organizations, folders and documents, in the order in which each finds what it needs. */
export const placeCalls: readonly VeltCall[] = [...organizationCalls, ...folderCalls, ...documentCalls];

/** Run last, because they delete what the others made. */
export const deletedPlaces: readonly VeltCall[] = [
  documents("deleteDocuments", "DeleteDocumentsRequest", { documentIds: ["plan"] }, done("plan")),
  {
    service: "folders",
    method: "deleteFolder",
    model: "DeleteFolderRequest",
    fields: { ...at, folderId: "top" },
    reads: { ...success, message: expect.any(String), data: null },
  },
  organizations("deleteOrganizations", "DeleteOrganizationsRequest", { organizationIds: ["hosted"] }, done("hosted")),
];
