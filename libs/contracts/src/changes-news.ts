/** The organization and document of a change, and its action. An empty id means that the change may concern any. */
interface ChangedPlace {
  readonly organizationId: string;
  readonly documentId: string;
  readonly actionType: string;
}

/** The new changes in the feed of one API key. */
export interface ChangesNews {
  readonly places: readonly ChangedPlace[];
  /** True when there may be changes in other places as well: then every reader is concerned. */
  readonly isAnywhere: boolean;
}

/** The filters of a reader; empty ones let everything through. */
export interface ChangesFilter {
  readonly organizationId: string;
  readonly documentId: string;
  readonly actionTypes: readonly string[];
}

/** Whether there may be something that the filters let through; never false when there is. */
export function mayConcern({ places, isAnywhere }: ChangesNews, { organizationId, documentId, actionTypes }: ChangesFilter): boolean {
  const admits = (wanted: string, given: string) => wanted === "" || given === "" || given === wanted;
  return (
    isAnywhere ||
    places.some(
      (place) =>
        admits(organizationId, place.organizationId) &&
        admits(documentId, place.documentId) &&
        (actionTypes.length === 0 || actionTypes.includes(place.actionType)),
    )
  );
}
