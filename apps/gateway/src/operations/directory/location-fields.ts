import type { Location } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id, withMetadata } from "../fields.ts";
import { changedName, fromStored, storedKeys, storedName, toName } from "./directory-fields.ts";

/** A location to be stored: its own keys stand beside its id and name. */
export const locationItem = () => withMetadata({ id: id(), locationName: changedName() });

export function toLocation({ id, locationName, metadata }: z.output<ReturnType<typeof locationItem>>) {
  return { locationId: id, ...toName("locationName", locationName), metadataJson: JSON.stringify(metadata) };
}

/** A location as it is read. */
export const storedLocation = z.object({ id: z.string(), locationName: storedName(), ...storedKeys });

export function fromLocation(location: Location): z.output<typeof storedLocation> {
  const { locationId, locationName = null } = location;
  return { id: locationId, locationName, ...fromStored(location) };
}
