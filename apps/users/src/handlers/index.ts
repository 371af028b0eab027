import type { ServiceImpl } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { Context } from "../context.ts";
import { addGroups } from "./add-groups.ts";
import { addUsers } from "./add-users.ts";
import { addUsersToGroup } from "./add-users-to-group.ts";
import { deleteGroups } from "./delete-groups.ts";
import { deleteUserData } from "./delete-user-data.ts";
import { deleteUsers } from "./delete-users.ts";
import { findUsers } from "./find-users.ts";
import { getGroups } from "./get-groups.ts";
import { getUserData } from "./get-user-data.ts";
import { getUserDataDeletion } from "./get-user-data-deletion.ts";
import { getUserProfile } from "./get-user-profile.ts";
import { removeUsersFromGroup } from "./remove-users-from-group.ts";
import { resolveUsers } from "./resolve-users.ts";
import { updateUsers } from "./update-users.ts";

/** The whole service: an RPC without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof UsersService> {
  return {
    addGroups: addGroups(context),
    addUsers: addUsers(context),
    addUsersToGroup: addUsersToGroup(context),
    deleteGroups: deleteGroups(context),
    deleteUserData: deleteUserData(context),
    deleteUsers: deleteUsers(context),
    findUsers: findUsers(context),
    getGroups: getGroups(context),
    getUserData: getUserData(context),
    getUserDataDeletion: getUserDataDeletion(context),
    getUserProfile: getUserProfile(context),
    removeUsersFromGroup: removeUsersFromGroup(context),
    resolveUsers: resolveUsers(context),
    updateUsers: updateUsers(context),
  };
}
