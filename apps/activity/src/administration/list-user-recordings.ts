import type { Context, Handler } from "../context.ts";
import { selectRecordings } from "../recordings/recording-pages.store.ts";
import { forwardFrom } from "../threads/page.ts";
import { recordingItem } from "../threads/user-data.ts";
import { itemsPage, sizeOf } from "../threads/user-data-page.ts";

export const listUserRecordings = ({ database }: Context): Handler<"listUserRecordings"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const { size, limit } = sizeOf(request);
    const filter = { documentId: "", recordingIds: [], locationId: "", locationName: "", userId };
    // Every recording of the user meets the filter: the walk ends with the page.
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
