import { countRemoval as countRows, wouldBe } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { countPlaces, requireCountedFolder } from "./counts.store.ts";
import { erasers } from "./erasers.ts";

export const countRemoval = ({ database, trees }: Context): Handler<"countRemoval"> => {
  return async (request) => {
    const erasure = wouldBe(request);
    if (erasure.kind === "folder") await requireCountedFolder(database, erasure);
    // Rows of locations are deleted at once and not by a task, so they are counted here.
    const ofLocations = erasure.kind === "location" && request.scope?.dataOnly !== true;
    const places = (limit: number) => countPlaces(database, erasure, limit);
    return { collections: await countRows(database, erasers(database, trees), erasure, ofLocations ? { places } : {}) };
  };
};
