import type { Context, Handler } from "../context.ts";
import { cutPage, pageOf } from "../places/page.ts";
import { organizationMessage } from "../places/wire.ts";
import { selectOrganizations } from "./organizations.store.ts";

export const getOrganizations = ({ database }: Context): Handler<"getOrganizations"> => {
  return async (request) => {
    const { apiKeyId, organizationIds } = request;
    const { after, size, limit } = pageOf(request, organizationIds.length > 0);
    const found = await selectOrganizations(database, { apiKeyId, after, limit }, organizationIds);
    const { rows, nextPageToken } = cutPage(found, size);
    return { organizations: rows.map((row) => organizationMessage(apiKeyId, row)), nextPageToken };
  };
};
