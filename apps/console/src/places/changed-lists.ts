import type { Change } from "@parley/sdk";

export interface DocumentPlace {
  readonly organization: string;
  readonly documentId: string;
}

/** The query keys of lists that changes of a document have made stale. */
export function changedLists(
  changes: readonly Pick<Change, "featureType" | "annotationId">[],
  apiKey: string,
  { organization, documentId }: DocumentPlace,
): (readonly string[])[] {
  const keys = [[apiKey, "activities", organization]];
  // A removal may affect the place itself, everything in it, or a person's content there.
  if (changes.some(({ featureType }) => featureType === "removal"))
    return [...keys, ...["documents", "threads", "recordings"].map((of) => [apiKey, of, organization])];
  if (changes.some(({ featureType }) => featureType === "recorder")) keys.push([apiKey, "recordings", organization, documentId]);
  if (changes.some(({ annotationId }) => annotationId !== null)) keys.push([apiKey, "threads", organization, documentId]);
  return keys;
}
