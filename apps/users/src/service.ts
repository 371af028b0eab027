import type { ServiceImpl } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { Context } from "./context.ts";
import { deleteUserData, getUserDataDeletion } from "./data/delete-user-data.ts";
import { getUserData } from "./data/get-user-data.ts";
import { getUserProfile } from "./data/profile-page.ts";
import { countRemoval, listOpenErasures, listRemovals, setRemovalPaused } from "./erasure/owner.ts";
import { addGroups } from "./groups/add-groups.ts";
import { addUsersToGroup } from "./groups/add-users-to-group.ts";
import { deleteGroups } from "./groups/delete-groups.ts";
import { getGroups } from "./groups/get-groups.ts";
import { removeUsersFromGroup } from "./groups/remove-users-from-group.ts";
import { addUserToPlaces } from "./members/add-user-to-places.ts";
import { addUsers } from "./members/add-users.ts";
import { countUsers } from "./members/count-users.ts";
import { deleteUsers } from "./members/delete-users.ts";
import { findUsers } from "./members/find-users.ts";
import { getProfiles, resolveUsers } from "./members/resolve-users.ts";
import { updateUsers } from "./members/update-users.ts";

/** All RPCs: one without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof UsersService> {
  return {
    addGroups: addGroups(context),
    addUsers: addUsers(context),
    addUserToPlaces: addUserToPlaces(context),
    addUsersToGroup: addUsersToGroup(context),
    countRemoval: countRemoval(context),
    countUsers: countUsers(context),
    deleteGroups: deleteGroups(context),
    deleteUserData: deleteUserData(context),
    deleteUsers: deleteUsers(context),
    findUsers: findUsers(context),
    getGroups: getGroups(context),
    getProfiles: getProfiles(context),
    getUserData: getUserData(context),
    getUserDataDeletion: getUserDataDeletion(context),
    getUserProfile: getUserProfile(context),
    removeUsersFromGroup: removeUsersFromGroup(context),
    resolveUsers: resolveUsers(context),
    updateUsers: updateUsers(context),
    listOpenErasures: listOpenErasures(context),
    listRemovals: listRemovals(context),
    setRemovalPaused: setRemovalPaused(context),
  };
}
