import { rowCount } from "@parley/database";
import { locations } from "../schema.ts";

/** The number of locations of an API key, including those of deleted documents that wait for erasure. */
export const countLocations = rowCount("directory.locations_count_part", locations.apiKeyId, [locations.documentRef, locations.locationId]);
