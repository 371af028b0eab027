import { shortened } from "@parley/kernel";
import { changeOf, lastOfEach } from "../batches/batch.ts";
import { storedResult } from "../batches/results.ts";
import { changeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { updateLocations as updateRows } from "./locations.store.ts";

export const updateLocations = ({ database, limits: { metadataBytes, locations: quota } }: Context): Handler<"updateLocations"> => {
  return async ({ apiKeyId, organizationId, documentId, locations }) => {
    const changes = lastOfEach(locations.map((item) => changeOf(item.locationId, item.locationName, item.metadataJson)));
    const outcomes = await changeThings(changes, metadataBytes, (items) =>
      updateRows(database, { apiKeyId, organizationId, documentId }, items, metadataBytes),
    );
    const words = {
      thing: "location",
      within: ` in the document ${shortened(documentId)} of the organization ${shortened(organizationId)}`,
      metadataBytes,
      quota,
    };
    return { results: changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)) };
  };
};
