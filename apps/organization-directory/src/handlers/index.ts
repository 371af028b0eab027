import type { ServiceImpl } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { Context } from "../context.ts";
import { addDocuments } from "./add-documents.ts";
import { addFolders } from "./add-folders.ts";
import { addLocations } from "./add-locations.ts";
import { addOrganizations } from "./add-organizations.ts";
import { checkAccess } from "./check-access.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { deleteFolder } from "./delete-folder.ts";
import { deleteLocationData } from "./delete-location-data.ts";
import { deleteLocations } from "./delete-locations.ts";
import { deleteOrganizations } from "./delete-organizations.ts";
import { ensureExists } from "./ensure-exists.ts";
import { getDocuments } from "./get-documents.ts";
import { getFolders } from "./get-folders.ts";
import { getLocations } from "./get-locations.ts";
import { getOrganizations } from "./get-organizations.ts";
import { listErasedPlaces } from "./list-erased-places.ts";
import { moveDocuments } from "./move-documents.ts";
import { setDocumentsDisabled } from "./set-documents-disabled.ts";
import { setOrganizationsDisabled } from "./set-organizations-disabled.ts";
import { updateDocuments } from "./update-documents.ts";
import { updateFolders } from "./update-folders.ts";
import { updateLocations } from "./update-locations.ts";
import { updateOrganizations } from "./update-organizations.ts";

/** The whole service: an RPC without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof OrganizationDirectoryService> {
  return {
    addDocuments: addDocuments(context),
    addFolders: addFolders(context),
    addLocations: addLocations(context),
    addOrganizations: addOrganizations(context),
    checkAccess: checkAccess(context),
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
    setDocumentsDisabled: setDocumentsDisabled(context),
    setOrganizationsDisabled: setOrganizationsDisabled(context),
    updateDocuments: updateDocuments(context),
    updateFolders: updateFolders(context),
    updateLocations: updateLocations(context),
    updateOrganizations: updateOrganizations(context),
  };
}
