import { countRemoval as countRows, erasureOwner, wouldBe } from "@parley/erasure";
import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { messages } from "../messages.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { erasers } from "./erasers.ts";

export const countRemoval = ({ database }: Context): Handler<"countRemoval"> => {
  return async ({ workspaceId, ...request }) => {
    const { apiKeyId } = request;
    const erasure = wouldBe(request);
    if (erasure.kind === "apiKey" && (await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) {
      throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    }
    return { collections: await countRows(database, erasers, erasure) };
  };
};

export const listOpenErasures = ({ database }: Context): Handler<"listOpenErasures"> => {
  return (request) => erasures.listOpen(database, request);
};

/** Owns the erasures of API keys. */
export const erasures = erasureOwner("workspace", messages);
