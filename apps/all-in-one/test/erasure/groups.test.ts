import { orphanedRows, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { plantedDocuments } from "../support/planted-documents.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

const { plant, allDone, rowsOf } = plantedDocuments(() => parley);

/** Deletes a group like versions that left its members behind. */
async function leaveMembersBehind({ apiKey }: Workspace, organizationId: string): Promise<void> {
  await querySql(
    parley.databaseUrl,
    `with gone as (delete from users.user_groups where api_key_id = $1 and organization_id = $2 returning group_ref)
     insert into users.deleted_groups (api_key_id, kind, organization_id, group_refs) select $1, 'group', $2, array_agg(group_ref) from gone`,
    [apiKey, organizationId],
  );
}

async function plantGroups(organizationIds: readonly string[], userId: string): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const organizationId of organizationIds) {
    const at = { organizationId, createOrganization: true };
    await workspace.customer.data("/v2/users/add", { ...at, users: [{ userId }, { userId: "stays" }] });
    await workspace.customer.data("/v2/organizations/usergroups/add", { ...at, organizationUserGroups: [{ groupId: "g" }] });
    const group = { organizationId, organizationUserGroupId: "g", userIds: [userId, "stays"] };
    await workspace.customer.data("/v2/organizations/usergroups/users/add", group);
    await leaveMembersBehind(workspace, organizationId);
  }
  return workspace;
}

const membersOf = ({ apiKey }: Workspace) =>
  querySql<{ member: string }>(
    parley.databaseUrl,
    `select r.organization_id || '/' || m.user_id as member from users.group_members m
     join users.deleted_groups r on r.api_key_id = m.api_key_id and m.group_ref = any(r.group_refs) where m.api_key_id = $1 order by 1`,
    [apiKey],
  ).then((rows) => rows.map(({ member }) => member));

test("the members of groups deleted earlier are removed with their organization, and no orphaned row remains", async () => {
  const workspace = await plantGroups(["gone-z4", "stays-z4"], "member-z4");

  await workspace.customer.data("/v2/organizations/delete", { organizationIds: ["gone-z4"] });
  await allDone(workspace);

  expect(await membersOf(workspace)).toEqual(["stays-z4/member-z4", "stays-z4/stays"]);
  expect(await rowsOf(workspace, "gone-z4")).toEqual([]);
});

test("a user whose data is deleted in one organization is removed from the deleted groups of that organization only", async () => {
  const workspace = await plantGroups(["one-z5", "two-z5"], "member-z5");

  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["member-z5"], organizationIds: ["one-z5"] });
  await until(async () => (await workspace.customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);

  expect(await membersOf(workspace)).toEqual(["one-z5/stays", "two-z5/member-z5", "two-z5/stays"]);
});

test("a group deleted before its organization leaves nothing behind", async () => {
  const workspace = await plant([{ organizationId: "org-z6", documentId: "doc-z6", folderId: "f" }]);
  const { customer } = workspace;
  await customer.data("/v2/users/add", { organizationId: "org-z6", users: [{ userId: "member-z6" }] });
  await customer.data("/v2/organizations/usergroups/add", { organizationId: "org-z6", organizationUserGroups: [{ groupId: "g" }] });
  await customer.data("/v2/organizations/usergroups/users/add", {
    organizationId: "org-z6",
    organizationUserGroupId: "g",
    userIds: ["member-z6"],
  });

  await customer.data("/v2/organizations/usergroups/delete", { organizationId: "org-z6", groupIds: ["g"] });
  await customer.data("/v2/organizations/delete", { organizationIds: ["org-z6"] });
  await allDone(workspace);

  // The profile belongs to the API key and not to the organization.
  const left = async () => (await rowsOf(workspace, "member-z6")).map((row) => row.split(":")[0]);
  await until(async () => (await left()).length <= 1);
  expect(await left()).toEqual(["users.users"]);
  // Other tests leave members behind.
  const problems = await orphanedRows(parley.databaseUrl);
  expect(problems.filter((problem) => !problem.includes("group_members"))).toEqual([]);
});
