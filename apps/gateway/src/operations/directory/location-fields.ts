import type { Location } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { numericId, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { changedName, fromStored, reservedKeys, storedKeys, storedName, toName } from "./directory-fields.ts";

/** A location in a request, with its own keys next to id and name. */
export const locationItem = () =>
  withMetadata({ id: numericId().meta(texts.locationId), locationName: changedName() }, reservedKeys()).meta({ title: "LocationInput" });

export function toLocation({ id, locationName, metadata }: z.output<ReturnType<typeof locationItem>>) {
  return { locationId: id, ...toName("locationName", locationName), metadataJson: JSON.stringify(metadata) };
}

/** A location in a response. */
export const storedLocation = z.looseObject({
  id: z.string().meta(texts.locationId),
  locationName: storedName().meta(texts.locationName),
  ...storedKeys,
});

export function fromLocation(location: Location): z.output<typeof storedLocation> {
  const { locationId, locationName } = location;
  return fromStored({ id: locationId, locationName }, location);
}
