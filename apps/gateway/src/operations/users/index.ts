import type { Operation } from "../operation.ts";
import { addGroups } from "./add-groups.ts";
import { addUsers } from "./add-users.ts";
import { addUsersToGroups } from "./add-users-to-groups.ts";
import { countUsers } from "./count-users.ts";
import { deleteGroups } from "./delete-groups.ts";
import { deleteUserData } from "./delete-user-data.ts";
import { deleteUsers } from "./delete-users.ts";
import { deleteUsersFromGroups } from "./delete-users-from-groups.ts";
import { getDocumentUsers } from "./get-document-users.ts";
import { getGroups } from "./get-groups.ts";
import { getUserData } from "./get-user-data.ts";
import { getUserDataDeletion } from "./get-user-data-deletion.ts";
import { getUsers } from "./get-users.ts";
import { updateUsers } from "./update-users.ts";

export const usersOperations: readonly Operation[] = [
  addUsers,
  updateUsers,
  addGroups,
  getGroups,
  addUsersToGroups,
  getUsers,
  getDocumentUsers,
  countUsers,
  getUserData,
  deleteUsersFromGroups,
  deleteGroups,
  deleteUsers,
  deleteUserData,
  getUserDataDeletion,
];
