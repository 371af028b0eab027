interface DemoRequest {
  readonly path: string;
  readonly data: object;
}

/** What the demo workspace holds; the examples of the documentation speak of the same ids. */
export const demoRequests: readonly DemoRequest[] = [
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
];
