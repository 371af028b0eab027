import type { Context, Handler } from "../context.ts";
import { forwardFrom } from "../paging/page.ts";
import { selectRecordings } from "../recordings/recording-pages.store.ts";
import { recordingItem } from "./user-data.ts";
import { itemsPage, sizeOf } from "./user-data-page.ts";

/** One page of a user's recordings. */
export const listUserRecordings = ({ database }: Context): Handler<"listUserRecordings"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const { size, limit } = sizeOf(request);
    const filter = { documentId: "", recordingIds: [], locationId: "", locationName: "", userId };
    // Every recording of the user matches the filter, so that the scan ends with the page.
    const range = { ...forwardFrom(request), limit, scanRows: limit };
    const rows = await selectRecordings(database, { apiKeyId, organizationId }, filter, range);
    return itemsPage(
      rows,
      size,
      (row) => recordingItem(organizationId, row),
      (row) => [row.createdAtMs, row.ref],
    );
  };
};
