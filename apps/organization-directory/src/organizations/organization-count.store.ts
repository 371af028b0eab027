import { rowCount } from "@parley/database";
import { organizations } from "../schema.ts";

/** How many organizations an API key has. */
export const countOrganizations = rowCount("directory.organizations_count_part", organizations.apiKeyId, [organizations.organizationId]);
