import { type Db, rowQuota } from "@parley/database";
import { removalQuotaSetting } from "@parley/erasure";
import { type ConfigOf, keyLimitSettings, quotaSetting } from "@parley/runtime";
import type { Quotas } from "./context.ts";
import { countDocuments } from "./documents/documents.store.ts";
import { countRemovals } from "./erasure/erasure.store.ts";
import { countFolders } from "./folders/folders.store.ts";
import { countLocations } from "./locations/locations.store.ts";
import { countOrganizations } from "./organizations/organizations.store.ts";

/** The quotas of an API key. */
export const quotaSettings = {
  maxOrganizations: quotaSetting("PARLEY_ORGANIZATION_DIRECTORY_MAX_ORGANIZATIONS_PER_KEY", "organizations"),
  maxFolders: quotaSetting("PARLEY_ORGANIZATION_DIRECTORY_MAX_FOLDERS_PER_KEY", "folders"),
  maxDocuments: keyLimitSettings.maxDocuments,
  maxLocations: quotaSetting("PARLEY_ORGANIZATION_DIRECTORY_MAX_LOCATIONS_PER_KEY", "locations"),
  maxRemovals: removalQuotaSetting,
};

export function quotasOf(db: Db, config: ConfigOf<typeof quotaSettings>): Quotas {
  return {
    organizations: rowQuota(db, "organization", config.maxOrganizations, countOrganizations),
    folders: rowQuota(db, "folder", config.maxFolders, countFolders),
    documents: rowQuota(db, "document", config.maxDocuments, countDocuments, "documents"),
    locations: rowQuota(db, "location", config.maxLocations, countLocations),
    removals: rowQuota(db, "removal", config.maxRemovals, countRemovals),
  };
}
