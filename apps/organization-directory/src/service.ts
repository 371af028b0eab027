import type { ServiceImpl } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { checkAccess } from "./access/check-access.ts";
import { setDocumentsAccessType, setFoldersAccessType } from "./access/set-access-types.ts";
import type { Context } from "./context.ts";
import { addDocuments } from "./documents/add-documents.ts";
import { countDocuments } from "./documents/count-documents.ts";
import { deleteDocuments } from "./documents/delete-documents.ts";
import { ensureExists } from "./documents/ensure-exists.ts";
import { getDocuments } from "./documents/get-documents.ts";
import { moveDocuments } from "./documents/move-documents.ts";
import { setDocumentsDisabled, updateDocuments } from "./documents/update-documents.ts";
import { countRemoval } from "./erasure/erasers.ts";
import { listErasedPlaces } from "./erasure/list-erased.ts";
import { listOpenErasures, listRemovals, setRemovalPaused } from "./erasure/removals.ts";
import { addFolders, updateFolders } from "./folders/change-folders.ts";
import { deleteFolder } from "./folders/delete-folder.ts";
import { getFolders } from "./folders/get-folders.ts";
import { addLocations } from "./locations/add-locations.ts";
import { deleteLocationData } from "./locations/delete-location-data.ts";
import { deleteLocations } from "./locations/delete-locations.ts";
import { getLocations } from "./locations/get-locations.ts";
import { updateLocations } from "./locations/update-locations.ts";
import { addOrganizations } from "./organizations/add-organizations.ts";
import { deleteOrganizations } from "./organizations/delete-organizations.ts";
import { getOrganizations } from "./organizations/get-organizations.ts";
import { setOrganizationsDisabled } from "./organizations/set-organizations-disabled.ts";
import { updateOrganizations } from "./organizations/update-organizations.ts";

/** All RPCs: one without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof OrganizationDirectoryService> {
  return {
    addDocuments: addDocuments(context),
    addFolders: addFolders(context),
    addLocations: addLocations(context),
    addOrganizations: addOrganizations(context),
    checkAccess: checkAccess(context),
    countRemoval: countRemoval(context),
    countDocuments: countDocuments(context),
    deleteDocuments: deleteDocuments(context),
    deleteFolder: deleteFolder(context),
    deleteLocationData: deleteLocationData(context),
    deleteLocations: deleteLocations(context),
    deleteOrganizations: deleteOrganizations(context),
    ensureExists: ensureExists(context),
    getDocuments: getDocuments(context),
    getFolders: getFolders(context),
    getLocations: getLocations(context),
    getOrganizations: getOrganizations(context),
    listErasedPlaces: listErasedPlaces(context),
    moveDocuments: moveDocuments(context),
    setDocumentsAccessType: setDocumentsAccessType(context),
    setDocumentsDisabled: setDocumentsDisabled(context),
    setFoldersAccessType: setFoldersAccessType(context),
    setOrganizationsDisabled: setOrganizationsDisabled(context),
    updateDocuments: updateDocuments(context),
    updateFolders: updateFolders(context),
    updateLocations: updateLocations(context),
    updateOrganizations: updateOrganizations(context),
    listOpenErasures: listOpenErasures(context),
    listRemovals: listRemovals(context),
    setRemovalPaused: setRemovalPaused(context),
  };
}
