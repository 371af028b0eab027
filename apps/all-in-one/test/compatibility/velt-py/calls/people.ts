import { expect } from "vitest";
import type { VeltCall } from "../velt-py.ts";
import { success } from "./given.ts";

const at = { organizationId: "hosted" };
const done = (id: string) => ({ ...success, data: { [id]: { success: true, id: expect.any(String), message: expect.any(String) } } });
const users = (method: string, model: string, fields: VeltCall["fields"], reads: object): VeltCall => {
  return { service: "users", method, model, fields: { ...at, ...fields }, reads };
};

const ann = { userId: "ann", name: "Ann", email: "ann@hosted.example", photoUrl: "https://a.example/ann.png" };
const refusedContext = { context: { team: "design" } };

const userCalls: readonly VeltCall[] = [
  users("addUsers", "AddUsersRequest", { users: [{ ...ann, accessRole: "viewer" }], createOrganization: true }, done("ann")),
  users(
    "addUsers",
    "AddUsersRequest",
    { documentId: "new", users: [{ userId: "ann", accessRole: "editor" }, { userId: "gus" }], createDocument: true },
    { ...success, data: { ann: { success: true }, gus: { success: true } } },
  ),
  users("addUsers", "AddUsersRequest", { folderId: "made", users: [ann], createFolder: true, parentFolderId: "top" }, done("ann")),
  {
    ...users("addUsers", "AddUsersRequest", { users: [ann], ...refusedContext }, {}),
    refused: /context is refused: no resolver and no webhook/,
  },
  // The role belongs to the place: another one in the document than in the organization.
  users(
    "getUsers",
    "GetUsersRequest",
    { userIds: ["ann"], includeInvolvedDocuments: true, includeInvolvedDocumentsCount: true, pageSize: 10, pageToken: "" },
    { ...success, data: [{ ...ann, accessRole: "viewer", involvedDocuments: ["new"], involvedDocumentsCount: 1 }], nextPageToken: null },
  ),
  users("getUsers", "GetUsersRequest", { documentId: "new" }, { ...success, data: [{ ...ann, accessRole: "editor" }, { userId: "gus" }] }),
  users("getUsers", "GetUsersRequest", { folderId: "made" }, { ...success, data: [ann] }),
  users("getUsers", "GetUsersRequest", { searchKey: "an" }, { ...success, data: [ann] }),
  users(
    "getUsers",
    "GetUsersRequest",
    { allDocuments: true, groupByDocumentId: true },
    { ...success, data: { new: [{ ...ann, accessRole: "editor" }, { userId: "gus" }] } },
  ),
  users("getUsersCount", "GetUsersCountRequest", {}, { ...success, data: { count: 1 } }),
  users("getUsersCount", "GetUsersCountRequest", { documentId: "new", userId: "gus" }, { ...success, data: { count: 1 } }),
  users("getUsersCount", "GetUsersCountRequest", { allDocuments: true }, { ...success, data: { count: 2 } }),
  users(
    "getDocUsers",
    "GetDocUsersRequest",
    { userIds: ["ann", "nobody"], includeInvolvedDocuments: true, pageSize: 10, pageToken: "" },
    { ...success, data: [{ ...ann, involvedDocuments: ["new"] }], pageToken: null, nextPageToken: null },
  ),
  users("updateUsers", "UpdateUsersRequest", { users: [{ userId: "ann", accessRole: "editor" }] }, done("ann")),
  users("updateUsers", "UpdateUsersRequest", { documentId: "new", users: [{ userId: "gus", name: "Gus" }] }, done("gus")),
  users("updateUsers", "UpdateUsersRequest", { folderId: "made", users: [{ userId: "ann", name: "Anna" }] }, done("ann")),
  {
    service: "users",
    method: "updateUsers",
    model: "UpdateUsersRequest",
    fields: { users: [{ userId: "gus", name: "Gustav" }], options: { all: true } },
    reads: done("gus"),
  },
  users("updateUsers", "UpdateUsersRequest", { users: [{ userId: "gus" }], options: { allDocuments: true } }, done("gus")),
  ...(
    [
      ["addUserInvite", "AddUserInviteRequest"],
      ["respondToInvite", "RespondUserInviteRequest"],
      ["getInvitedUsers", "GetInvitedUsersRequest"],
      ["getUserInvitations", "GetUserInvitationsRequest"],
      ["getInvitedPendingUsersCount", "GetInvitedPendingUsersCountRequest"],
    ] as const
  ).map(([method, model]): VeltCall => ({ service: "users", method, model, fields: at, absent: /Parley has no invitations/ })),
];

const groups = (method: string, model: string, fields: VeltCall["fields"], id: string): VeltCall => {
  const reads = { ...success, data: { [id]: { success: true, message: expect.any(String) } } };
  return { service: "userGroups", method, model, fields: { ...at, ...fields }, reads };
};
const team = { organizationUserGroupId: "team" };

const groupCalls: readonly VeltCall[] = [
  groups(
    "addUserGroups",
    "AddUserGroupsRequest",
    { organizationUserGroups: [{ groupId: "team", groupName: "Team" }], createOrganization: true },
    "team",
  ),
  groups("addUsersToGroup", "AddUsersToGroupRequest", { ...team, userIds: ["ann"] }, "ann"),
  users(
    "getUsers",
    "GetUsersRequest",
    { organizationUserGroupIds: ["team"] },
    { ...success, data: [{ userId: "ann", accessRole: "editor" }] },
  ),
  groups("deleteUsersFromGroup", "DeleteUsersFromGroupRequest", { ...team, userIds: ["ann"] }, "ann"),
  groups("addUsersToGroup", "AddUsersToGroupRequest", { ...team, userIds: ["ann"] }, "ann"),
  groups("deleteUsersFromGroup", "DeleteUsersFromGroupRequest", { ...team, deleteAll: true }, "ann"),
];

const gdpr = { service: "gdpr", method: "getAllUserData", model: "GetAllUserDataRequest" };

/** Users, groups, and all data of a user. The places come first. */
export const peopleCalls: readonly VeltCall[] = [
  ...userCalls,
  ...groupCalls,
  {
    ...gdpr,
    fields: { ...at, userId: "ann", pageToken: "", uniqueId: "any" },
    reads: { ...success, data: { comments: [], reactions: [], recordings: [], notifications: [] }, nextPageToken: null },
  },
  { ...gdpr, fields: { ...at, userId: "ann", veltUserIds: ["ann"] }, refused: /veltUserIds is refused: users are named by `userId`/ },
  { ...gdpr, fields: { ...at, userId: "ann", veltAllOrganizations: true }, refused: /veltAllOrganizations is refused/ },
  users("deleteUsers", "DeleteUsersRequest", { documentId: "new", userIds: ["gus"] }, done("gus")),
  users("deleteUsers", "DeleteUsersRequest", { folderId: "made", userIds: ["ann"] }, done("ann")),
  { ...users("deleteUsers", "DeleteUsersRequest", { userIds: ["ann"], ...refusedContext }, {}), refused: /context is refused/ },
  users("deleteUsers", "DeleteUsersRequest", { userIds: ["ann"] }, done("ann")),
  {
    service: "gdpr",
    method: "deleteAllUserData",
    model: "DeleteAllUserDataRequest",
    fields: { userIds: ["gus"], organizationIds: ["hosted"] },
    reads: { ...success, data: { jobId: expect.any(String) } },
  },
  {
    service: "gdpr",
    method: "getDeleteUserDataStatus",
    model: "GetDeleteUserDataStatusRequest",
    fields: { jobId: "unknown" },
    absent: /unknown/,
  },
];
