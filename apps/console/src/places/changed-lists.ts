import type { Change } from "@parley/sdk";

export interface DocumentPlace {
  readonly organization: string;
  readonly documentId: string;
}

/** The keys of what changes of a document have made out of date. */
export function changedLists(
  changes: readonly Pick<Change, "featureType" | "annotationId">[],
  apiKey: string,
  { organization, documentId }: DocumentPlace,
): (readonly string[])[] {
  const keys = [[apiKey, "activities", organization]];
  // Whatever a removal takes: the place itself, what lies in it, what a person wrote there.
  if (changes.some(({ featureType }) => featureType === "removal"))
    return [...keys, ...["documents", "threads", "recordings"].map((of) => [apiKey, of, organization])];
  if (changes.some(({ featureType }) => featureType === "recording")) keys.push([apiKey, "recordings", organization, documentId]);
  if (changes.some(({ annotationId }) => annotationId !== null)) keys.push([apiKey, "threads", organization, documentId]);
  return keys;
}
