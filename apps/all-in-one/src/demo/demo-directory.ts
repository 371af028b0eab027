/** Two organizations, folders and documents. */
export const demoDirectory: readonly DemoRequest[] = [
  {
    path: "/v2/organizations/add",
    data: {
      organizations: [
        { organizationId: "acme", organizationName: "Acme Inc.", plan: "team" },
        { organizationId: "globex", organizationName: "Globex" },
      ],
    },
  },
  {
    path: "/v2/organizations/folders/add",
    data: {
      organizationId: "acme",
      folders: [
        { folderId: "handbook", folderName: "Handbook" },
        { folderId: "handbook-drafts", folderName: "Drafts", parentFolderId: "handbook" },
      ],
    },
  },
  {
    path: "/v2/organizations/documents/add",
    data: {
      organizationId: "acme",
      documents: [
        { documentId: "welcome", documentName: "Welcome", folderId: "handbook" },
        { documentId: "roadmap", documentName: "Roadmap" },
        { documentId: "budget", documentName: "Budget" },
      ],
    },
  },
  {
    path: "/v2/organizations/documents/locations/add",
    data: { organizationId: "acme", documentId: "welcome", locations: [{ id: "page-1", locationName: "Page 1", page: 1 }] },
  },
];

/** One request that fills the demo. Each may be repeated safely. */
export interface DemoRequest {
  readonly path: string;
  readonly data: object;
}
