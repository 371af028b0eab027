import type { Context, Handler } from "../../context.ts";
import { forwardFrom } from "../../page.ts";
import { selectRecordings } from "../../store/recording-pages.ts";
import { itemsPage, sizeOf } from "../../user-data-page.ts";
import { recordingItem } from "../../wire/user-data.ts";

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
