import { querySql } from "@parley/testing";
import { createWorkspace, type Workspace } from "./customer.ts";
import type { Parley } from "./parley.ts";

/** A document of the organization with the inserted data. */
export const at = (documentId: string) => ({ organizationId: "acme", documentId });
const person = (userId: string) => ({ userId, name: `Name of ${userId}`, email: `${userId}@example.com` });

/** An organization with a folder in a folder, a document in each and one outside of them, each with every kind of content. */
export async function plantEverything(parley: Parley): Promise<Workspace> {
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = workspace;
  // Data that arrives by events would appear at a random time while rows are counted.
  await customer.data("/v2/workspace/apikeyconfig/update", { notifyOfComments: false });
  const users = ["ada", "bob", "cid"].map(person);
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users });
  await customer.data("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [{ folderId: "top" }, { folderId: "leaf", parentFolderId: "top" }],
  });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "in-top", folderId: "top" }, { documentId: "in-leaf", folderId: "leaf" }, { documentId: "beside" }],
  });
  await customer.data("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "g", groupName: "G" }],
  });
  await customer.data("/v2/organizations/usergroups/users/add", {
    organizationId: "acme",
    organizationUserGroupId: "g",
    userIds: ["ada", "bob"],
  });
  for (const documentId of ["in-top", "in-leaf", "beside"]) await plantDocument(workspace, documentId);
  return workspace;
}

async function plantDocument({ customer }: Workspace, documentId: string): Promise<void> {
  const place = at(documentId);
  const ada = person("ada");
  const bob = person("bob");
  const cid = person("cid");
  await customer.data("/v2/users/add", { ...place, users: [ada] });
  await customer.data("/v2/organizations/documents/locations/add", { ...place, locations: [{ id: "page" }, { id: "other" }] });
  await customer.data("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [
      {
        annotationId: "both",
        assignedTo: cid,
        location: { id: "page" },
        commentData: [
          { commentId: "c1", from: ada, commentText: "by ada", taggedUserContacts: [{ userId: "bob", contact: bob, text: "@bob" }] },
          { commentId: "c2", from: bob, commentText: "by bob", taggedUserContacts: [{ userId: "ada", contact: ada, text: "@ada" }] },
        ],
      },
      { annotationId: "own", assignedTo: ada, commentData: [{ commentId: "c1", from: ada, commentText: "alone" }] },
    ],
  });
  await customer.data("/v2/commentannotations/comments/reactions/add", {
    ...place,
    annotationId: "both",
    commentId: "c1",
    user: bob,
    reactions: ["+1"],
  });
  await customer.data("/v2/recordings/add", { ...place, recordings: [{ recordingId: "r", user: ada, location: { id: "page" } }] });
  await customer.data("/v2/activities/add", {
    organizationId: "acme",
    activities: [{ documentId, actionType: "opened", actionUser: bob, entityData: { user: ada } }],
  });
  await customer.data("/v2/notifications/add", {
    ...place,
    notificationId: `n-${documentId}`,
    actionUser: ada,
    displayHeadlineMessageTemplate: "x",
    notifyUsers: [bob, cid],
    notificationSourceData: { locationId: "page" },
  });
}

/** Deliveries and mails as stored; nothing is sent in this test. */
export async function plantSent(parley: Parley, { apiKey }: Workspace, documentId: string): Promise<void> {
  const subjects = ["organization:acme", `document:${documentId}`, "user:ada"];
  const columns = "api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects";
  await querySql(
    parley.databaseUrl,
    `with sent as (insert into notifications.webhook_deliveries (${columns})
       select $1, 'w' || n || $2, 'raw', 'comment.add', 'acme', $2, 'a', n, $3::text[] from generate_series(1, 3) n returning *)
     insert into notifications.webhook_payloads (api_key_id, delivery_id, body) select api_key_id, delivery_id, '{}' from sent`,
    [apiKey, documentId, subjects],
  );
}
