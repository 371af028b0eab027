import { UsageError } from "../../terminal/problem.ts";
import type { Found } from "../model/found.ts";
import { isObject, isPresent, type Json, object, objects, text } from "../model/json.ts";
import { whole } from "../model/reading.ts";
import type { Answer, Context, Source, SourceClient } from "../model/source.ts";
import { threadOf } from "./thread.ts";

const pageSize = 1_000;

/** Converts the responses of `/v2/commentannotations/get` of the hosted product whose API has the same names as Parley's. */
export const original: Source = { ask, read };

async function* ask(client: SourceClient, organizationIds: readonly string[]): AsyncGenerator<Answer> {
  if (organizationIds.length === 0)
    throw new UsageError("This source is read one organization at a time: give at least one with --organization.");
  for (const organizationId of organizationIds) {
    const seen = new Set<string>();
    for (let pageToken: string | undefined; ; ) {
      const more = pageToken === undefined ? {} : { pageToken };
      const value = await client.post("/v2/commentannotations/get", { data: { organizationId, pageSize, ...more } });
      yield { value, organizationId };
      pageToken = text(object(object(value).result).nextPageToken) || undefined;
      if (pageToken === undefined) break;
      if (seen.has(pageToken)) throw new Error(`The source returns the page ${pageToken} repeatedly.`);
      seen.add(pageToken);
    }
  }
}

async function* read(answers: AsyncIterable<Answer>, context: Context): AsyncGenerator<Found> {
  for await (const { value, organizationId } of answers) {
    for (const { annotation, documentId } of annotationsOf(value, context)) {
      const place = placeOf(annotation, {
        organizationId: organizationId ?? context.organizationId,
        documentId: documentId ?? context.documentId,
      });
      yield* placesOf(annotation, place);
      const thread = threadOf(annotation, place, context);
      if (thread !== undefined) yield { type: "thread", thread };
    }
  }
}

interface Place {
  readonly organizationId: string;
  readonly documentId: string;
}

/** The annotations of a response, which has them in one list, or in a list for each document. */
function* annotationsOf(given: unknown, { leftOut }: Context): Generator<{ annotation: Json; documentId?: string }> {
  const isPage = isObject(given) && typeof given.annotationId !== "string";
  const value = isPage ? leftOut.reading({ item: given, thing: "response", example: "", settled: pageKeys }, dataOf) : given;
  const { error, data } = object(value);
  if (error !== undefined) throw new UsageError(`The source returned an error: ${JSON.stringify(error).slice(0, 200)}`);
  if (Array.isArray(value) || Array.isArray(data)) {
    // `objects` leaves out null, which the source returns for a requested id that does not exist.
    for (const annotation of objects(Array.isArray(value) ? value : data)) yield { annotation };
    return;
  }
  if (isObject(value) && typeof value.annotationId === "string") {
    yield { annotation: value };
    return;
  }
  if (!isObject(data))
    throw new UsageError(`This is not a response of /v2/commentannotations/get: ${(JSON.stringify(value) ?? "").slice(0, 100)}`);
  for (const [documentId, annotations] of Object.entries(data))
    for (const annotation of objects(annotations)) yield { annotation, documentId };
}

const pageKeys = new Set(["status", "message", "pageToken", "nextPageToken"].flatMap((key) => [key, `result.${key}`]));

function dataOf({ error, result, data }: Json): Json {
  return { error: whole(error), data: whole(data ?? object(result).data) };
}

function placeOf(annotation: Json, given: { organizationId: string | undefined; documentId: string | undefined }): Place {
  const metadata = object(annotation.metadata);
  // The customer's ids take precedence over the ids that the product assigned.
  const organizationId = text(metadata.clientOrganizationId) || text(metadata.organizationId) || given.organizationId;
  const documentId = text(metadata.clientDocumentId) || text(metadata.documentId) || given.documentId;
  if (organizationId === undefined)
    throw new UsageError(`The organization of ${text(annotation.annotationId)} is unknown: give it with --organization.`);
  if (documentId === undefined)
    throw new UsageError(`The document of ${text(annotation.annotationId)} is unknown: give it with --document.`);
  return { organizationId, documentId };
}

function* placesOf(annotation: Json, { organizationId, documentId }: Place): Generator<Found> {
  const { folderId: id, documentMetadata } = object(annotation.metadata);
  const folderId = text(id) || text(object(documentMetadata).folderId);
  if (folderId !== "") yield { type: "folder", organizationId, folderId };
  const documentName = text(object(documentMetadata).documentName);
  const more = { documentName, folderId };
  yield {
    type: "document",
    organizationId,
    documentId,
    more: Object.fromEntries(Object.entries(more).filter(([, each]) => isPresent(each))),
  };
}
