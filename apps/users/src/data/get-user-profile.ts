import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { profilePage } from "./profile-page.ts";

const defaultSize = 1_000;

export const getUserProfile = ({ database }: Context): Handler<"getUserProfile"> => {
  return async ({ apiKeyId, organizationId, userId, pageSize, pageToken }) => {
    const page = await profilePage(database, { apiKeyId, organizationId, userId, pageToken, size: pageSize || defaultSize });
    if (page === undefined) throw notFound(`The user ${shortened(userId)} does not exist.`);
    return page;
  };
};
