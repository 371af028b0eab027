import type { Customer } from "../support/customer.ts";

export const people = ["ada", "alan", "barbara", "donald", "edsger", "grace"];

/** Acme with six users, two groups, two documents, and a folder with users of its own. */
export async function fill(of: Customer): Promise<void> {
  const users = (ids: readonly string[]) => ids.map((userId) => ({ userId, name: `Name of ${userId}`, email: `${userId}@acme.example` }));
  const organizationId = "acme";
  await of.data("/v2/users/add", { organizationId, users: users(people), createOrganization: true });
  await of.data("/v2/users/add", { organizationId, documentId: "plan", users: users(["ada", "guest"]), createDocument: true });
  await of.data("/v2/users/add", { organizationId, documentId: "budget", users: users(["barbara", "grace"]), createDocument: true });
  await of.data("/v2/users/add", { organizationId, folderId: "notes", users: users(["reader"]), createFolder: true });
  await of.data("/v2/organizations/usergroups/add", {
    organizationId,
    organizationUserGroups: [{ groupId: "analysts", groupName: "Analysts" }, { groupId: "admirals" }],
  });
  await of.data("/v2/organizations/usergroups/users/add", {
    organizationId,
    organizationUserGroupId: "analysts",
    userIds: ["ada", "alan"],
  });
  await of.data("/v2/organizations/usergroups/users/add", { organizationId, organizationUserGroupId: "admirals", userIds: ["grace"] });
}

/** The ids of the users of acme that match the filters. */
export async function found(of: Customer, filters: object): Promise<string[]> {
  const users = await of.data("/v2/users/get", { organizationId: "acme", ...filters });
  return users.map(({ userId }: { userId: string }) => userId);
}
