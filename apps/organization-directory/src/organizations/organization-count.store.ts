import { rowCount } from "@parley/database";
import { organizations } from "../schema.ts";

/** The number of organizations of an API key. */
export const countOrganizations = rowCount("directory.organizations_count_part", organizations.apiKeyId, [organizations.organizationId]);
