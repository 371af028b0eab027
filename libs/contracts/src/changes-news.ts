/** What a change of the feed is about; an empty id says that all may be concerned. */
interface ChangedPlace {
  readonly organizationId: string;
  readonly documentId: string;
  readonly actionType: string;
}

/** What is new in the feed of one API key. */
export interface ChangesNews {
  readonly places: readonly ChangedPlace[];
  /** There is more than the places say. */
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
