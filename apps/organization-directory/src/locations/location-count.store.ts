import { rowCount } from "@parley/database";
import { locations } from "../schema.ts";

/** How many locations an API key has, including those of deleted documents that wait for erasure. */
export const countLocations = rowCount("directory.locations_count_part", locations.apiKeyId, [locations.documentRef, locations.locationId]);
