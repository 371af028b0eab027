import type { ServiceImpl } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { Context } from "./context.ts";
import { deleteUserData } from "./data/delete-user-data.ts";
import { getUserData } from "./data/get-user-data.ts";
import { getUserDataDeletion } from "./data/get-user-data-deletion.ts";
import { getUserProfile } from "./data/get-user-profile.ts";
import { countRemoval } from "./erasure/count-removal.ts";
import { listOpenErasures } from "./erasure/list-open-erasures.ts";
import { listRemovals } from "./erasure/list-removals.ts";
import { setRemovalPaused } from "./erasure/set-removal-paused.ts";
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
import { getProfiles } from "./members/get-profiles.ts";
import { resolveUsers } from "./members/resolve-users.ts";
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
