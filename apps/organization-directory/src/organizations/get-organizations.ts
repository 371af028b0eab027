import type { GetOrganizationsRequest, Organization } from "@parley/contracts/organization-directory";
import type { Database } from "@parley/database";
import { cutPage, invalid, organizationOwnId } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { pageOf } from "../paging/page.ts";
import { searchPageOf } from "../paging/search.ts";
import { type OrganizationRow, searchOrganizations, selectOrganizations } from "./organizations.store.ts";

export const getOrganizations = ({ database }: Context): Handler<"getOrganizations"> => {
  return async (request) => {
    const { apiKeyId, organizationIds, search } = request;
    if (search !== "") return findOrganizations(database, request);
    const { after, size, limit } = pageOf(request, organizationIds.length > 0);
    const found = await selectOrganizations(database, { apiKeyId, after, limit }, organizationIds);
    const { shown, nextPageToken } = cutPage(found, size, ({ id }) => [id]);
    return { organizations: shown.map((row) => organizationMessage(apiKeyId, row)), nextPageToken };
  };
};

async function findOrganizations(database: Database, request: GetOrganizationsRequest) {
  const { apiKeyId, organizationIds, search } = request;
  if (organizationIds.length > 0)
    throw invalid("search", "A search covers all organizations: it cannot be combined with organization_ids.");
  const { size, ...page } = searchPageOf(request);
  const found = await searchOrganizations(database, { apiKeyId, search, ...page });
  const { shown, nextPageToken } = cutPage(found, size, ({ searchedName, id }) => [searchedName, id]);
  return { organizations: shown.map((row) => organizationMessage(apiKeyId, row)), nextPageToken };
}

// Complete messages, field by field: a page has up to a thousand of them, and a complete message is not copied later. A removed name is
// stored as the empty text; no id is empty.
function organizationMessage(apiKeyId: string, row: OrganizationRow): Organization {
  const message: Organization = {
    $typeName: "parley.organization_directory.v1.Organization",
    organizationId: row.id,
    ownId: organizationOwnId(apiKeyId, row.id),
    disabled: row.disabled,
    metadataJson: row.metadata,
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
  if (row.organizationName) message.organizationName = row.organizationName;
  return message;
}
