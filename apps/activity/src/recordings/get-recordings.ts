import { invalid } from "@parley/kernel";
import type { Context, Handler, UserHandler } from "../context.ts";
import { cutPage, forwardFrom } from "../paging/page.ts";
import { actingUserOf, userMessage } from "../people/user.ts";
import { checkLocationFilter, locationPart } from "../places/location.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { type RecordingFilter, type RecordingRow, selectRecordings } from "./recording-pages.store.ts";

interface ReadRequest extends RecordingFilter {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageSize: number;
  readonly pageToken: string;
}

const defaultPageSize = 100;
// Ids, times and numbers.
const otherBytes = 1_000;

export const getRecordings = (context: Context): Handler<"getRecordings"> => {
  return (request) => readRecordings(context, request, request);
};

export const getRecordingsByUser = (context: Context): UserHandler<"getRecordings"> => {
  return async (request) => {
    await actingUserOf(context, request);
    return readRecordings(context, request, request);
  };
};

/** One page of recordings. Fails with `invalid_argument` when filters lack the document that they need. */
async function readRecordings({ database, limits }: Context, { apiKeyId, organizationId }: OrganizationScope, request: ReadRequest) {
  const { documentId, recordingIds, locationId, locationName, userId } = request;
  checkLocationFilter(request);
  if (recordingIds.length > 0 && documentId === "") throw invalid("recording_ids", "recordingIds need a documentId.");
  const size = request.pageSize || defaultPageSize;
  const filter = { documentId, recordingIds, locationId, locationName, userId };
  const range = { ...forwardFrom(request), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const seen = await selectRecordings(database, { apiKeyId, organizationId }, filter, range);
  const { rows, nextPageToken } = cutPage(seen, size, bytesOf);
  return { recordings: rows.map((row) => recordingMessage(organizationId, row)), nextPageToken };
}

function bytesOf({ user, name, url, locationName, locationExtra, metadata }: RecordingRow): number {
  return [user, name, url, locationName, locationExtra, metadata].reduce(
    (bytes, text) => bytes + Buffer.byteLength(text ?? ""),
    otherBytes,
  );
}

/** The message of a recording. */
function recordingMessage(organizationId: string, row: RecordingRow) {
  const { documentId, recordingId, user, type, name, url, mimeType, durationMs, sizeBytes, metadata } = row;
  return {
    organizationId,
    documentId,
    recordingId,
    user: userMessage(user),
    ...(type === null ? {} : { type }),
    ...(name === null ? {} : { name }),
    ...(url === null ? {} : { url }),
    ...(mimeType === null ? {} : { mimeType }),
    ...(durationMs === null ? {} : { durationMs: BigInt(durationMs) }),
    ...(sizeBytes === null ? {} : { sizeBytes: BigInt(sizeBytes) }),
    ...locationPart(row),
    metadataJson: metadata ?? "{}",
    createdAtMs: BigInt(row.createdAtMs),
    updatedAtMs: BigInt(row.updatedAtMs),
  };
}
