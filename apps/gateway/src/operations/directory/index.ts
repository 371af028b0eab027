import type { Operation } from "../operation.ts";
import { addDocuments } from "./add-documents.ts";
import { addFolders } from "./add-folders.ts";
import { addLocations } from "./add-locations.ts";
import { addOrganizations } from "./add-organizations.ts";
import { countDocuments } from "./count-documents.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { deleteFolder } from "./delete-folder.ts";
import { deleteLocationData } from "./delete-location-data.ts";
import { deleteLocations } from "./delete-locations.ts";
import { deleteOrganizations } from "./delete-organizations.ts";
import { getDocuments } from "./get-documents.ts";
import { getFolders } from "./get-folders.ts";
import { getLocations } from "./get-locations.ts";
import { getOrganizations } from "./get-organizations.ts";
import { moveDocuments } from "./move-documents.ts";
import { setDocumentsAccessType } from "./set-documents-access-type.ts";
import { setDocumentsDisabled } from "./set-documents-disabled.ts";
import { setFoldersAccessType } from "./set-folders-access-type.ts";
import { setOrganizationsDisabled } from "./set-organizations-disabled.ts";
import { updateDocuments } from "./update-documents.ts";
import { updateFolders } from "./update-folders.ts";
import { updateLocations } from "./update-locations.ts";
import { updateOrganizations } from "./update-organizations.ts";

/** The order lets the examples be sent one after another: later ones use what earlier ones create, and the last ones delete it. */
export const directoryOperations: readonly Operation[] = [
  addOrganizations,
  getOrganizations,
  updateOrganizations,
  setOrganizationsDisabled,
  deleteOrganizations,
  addFolders,
  getFolders,
  updateFolders,
  addDocuments,
  getDocuments,
  countDocuments,
  updateDocuments,
  moveDocuments,
  setDocumentsAccessType,
  setFoldersAccessType,
  setDocumentsDisabled,
  addLocations,
  getLocations,
  updateLocations,
  deleteLocationData,
  deleteLocations,
  deleteDocuments,
  deleteFolder,
];
