import { changeOf, lastOfEach } from "../batch.ts";
import type { Context, Handler } from "../context.ts";
import { storedResult } from "../results.ts";
import { updateLocations as updateRows } from "../store/locations.ts";
import { changeThings } from "../store-changes.ts";

export const updateLocations = ({ database, limits: { metadataBytes } }: Context): Handler<"updateLocations"> => {
  return async ({ apiKeyId, organizationId, documentId, locations }) => {
    const changes = lastOfEach(locations.map((item) => changeOf(item.locationId, item.locationName, item.metadataJson)));
    const outcomes = await changeThings(changes, metadataBytes, (items) =>
      updateRows(database, { apiKeyId, organizationId, documentId }, items, metadataBytes),
    );
    const words = { thing: "location", within: ` in the document ${documentId} of the organization ${organizationId}`, metadataBytes };
    return { results: changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)) };
  };
};
