import type { Location } from "@parley/contracts/activity";
import * as z from "zod";
import { exclusive, needs } from "../field-rules.ts";
import { boundedExtra, name, numericId, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromExtraJson, toExtraJson } from "./activity-user.ts";

/** A place in the document; further keys are kept as given. Identified by `id` or, without one, by name. */
export const location = () =>
  boundedExtra(
    withMetadata({ id: numericId().optional().meta(texts.locationId), locationName: name().optional().meta(texts.locationName) }),
    16_384,
  ).meta({ title: "LocationRefInput" });

export function toLocation({ id = "", locationName = "", metadata }: z.output<ReturnType<typeof location>>) {
  return { locationId: id, locationName, extraJson: toExtraJson(metadata) };
}

/** A location in a response; null means the document as a whole. */
export const storedLocation = z
  .looseObject({ id: z.string().optional().meta(texts.locationId), locationName: z.string().optional().meta(texts.locationName) })
  .meta({ title: "LocationRef" })
  .nullable();

export function fromLocation(location: Location | undefined): z.output<typeof storedLocation> {
  if (location === undefined) return null;
  const { locationId, locationName, extraJson } = location;
  return {
    ...(locationId === "" ? {} : { id: locationId }),
    ...(locationName === "" ? {} : { locationName }),
    ...fromExtraJson(extraJson),
  };
}

/** A location is named by its id or its name, together with its document. */
export const locationRules = [
  exclusive("locationName", "locationId"),
  needs("locationId", "documentId"),
  needs("locationName", "documentId"),
] as const;
