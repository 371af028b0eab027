import { countRemoval as countRows, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { requireFolder } from "../folders/require-folder.ts";
import { countPlaces } from "./counts.store.ts";
import { erasers } from "./erasers.ts";

export const countRemoval = ({ database }: Context): Handler<"countRemoval"> => {
  return async (request) => {
    const erasure = wouldBe(request);
    const { kind, apiKeyId, scope } = erasure;
    if (kind === "folder") await requireFolder(database, apiKeyId, scope.organizationIds[0] ?? "", scope.folderIds[0] ?? "");
    // The rows of locations go at once, without a task.
    const ofLocations = kind === "location" && request.scope?.dataOnly !== true;
    const places = (limit: number) => countPlaces(database, erasure, limit);
    return { collections: await countRows(database, erasers(database), erasure, ofLocations ? { places } : {}) };
  };
};
