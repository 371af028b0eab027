import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { setDisabled } from "./api-keys.store.ts";

export const setApiKeyDisabled =
  ({ database }: Context): Handler<"setApiKeyDisabled"> =>
  async ({ workspaceId, apiKeyId, disabled }) => {
    if (!(await setDisabled(database, workspaceId, apiKeyId, disabled))) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return {};
  };
