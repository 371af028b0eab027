import { failed } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { changeOf, lastOfEach } from "../batches/batch.ts";
import { storedResult } from "../batches/results.ts";
import { storeThings } from "../batches/store-changes.ts";
import type { Context, Handler } from "../context.ts";
import { documentExists, insertLocations, updateLocations } from "./locations.store.ts";

export const addLocations = ({ database, limits }: Context): Handler<"addLocations"> => {
  const { metadataBytes, locations: quota } = limits;
  return async ({ apiKeyId, organizationId, documentId, locations }) => {
    const document = { apiKeyId, organizationId, documentId };
    const changes = lastOfEach(locations.map((item) => changeOf(item.locationId, item.locationName, item.metadataJson)));
    const within = ` in the document ${shortened(documentId)} of the organization ${shortened(organizationId)}`;
    if (!(await documentExists(database, document))) {
      const message = `The document ${shortened(documentId)} does not exist in the organization ${shortened(organizationId)}.`;
      return { results: changes.map(({ id }) => failed(id, "not_found", message)) };
    }
    await quota.prepare(apiKeyId, changes.length);
    const outcomes = await storeThings(
      changes,
      metadataBytes,
      (items) => insertLocations(database, document, items),
      (items) => updateLocations(database, document, items, metadataBytes),
      (items, insert) => quota.admit(apiKeyId, items, insert, (created) => created.length),
    );
    const words = { thing: "location", within, metadataBytes, quota };
    return { results: changes.map(({ id }) => storedResult(id, outcomes.get(id) ?? "not_found", words)) };
  };
};
