import type { DemoRequest } from "./demo-directory.ts";

/** The people of Acme and their groups. */
export const demoUsers: readonly DemoRequest[] = [
  {
    path: "/v2/users/add",
    data: {
      organizationId: "acme",
      users: [
        { userId: "alice", name: "Alice Adams", email: "alice@acme.example", title: "Design lead" },
        { userId: "bob", name: "Bob Brown", email: "bob@acme.example", title: "Product lead" },
        { userId: "carol", name: "Carol Chen", email: "carol@acme.example", title: "Designer" },
        { userId: "dan", name: "Dan Duarte", email: "dan@acme.example", title: "Writer" },
      ],
    },
  },
  {
    path: "/v2/users/add",
    data: {
      organizationId: "acme",
      documentId: "roadmap",
      users: [
        { userId: "bob", name: "Bob Brown", email: "bob@acme.example" },
        { userId: "gina", name: "Gina Garcia", email: "gina@guest.example" },
      ],
    },
  },
  {
    path: "/v2/users/add",
    data: { organizationId: "acme", folderId: "handbook", users: [{ userId: "dan", name: "Dan Duarte", email: "dan@acme.example" }] },
  },
  {
    path: "/v2/organizations/usergroups/add",
    data: {
      organizationId: "acme",
      organizationUserGroups: [
        { groupId: "designers", groupName: "Designers" },
        { groupId: "leads", groupName: "Leads" },
      ],
    },
  },
  {
    path: "/v2/organizations/usergroups/users/add",
    data: { organizationId: "acme", organizationUserGroupId: "designers", userIds: ["alice", "carol"] },
  },
  {
    path: "/v2/organizations/usergroups/users/add",
    data: { organizationId: "acme", organizationUserGroupId: "leads", userIds: ["alice", "bob"] },
  },
];
