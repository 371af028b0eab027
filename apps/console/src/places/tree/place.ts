/** A place below an organization, as the tree shows it. */
export interface Place {
  readonly kind: "folder" | "document" | "thread";
  readonly id: string;
  readonly name: string;
  /** The document that a thread is in. */
  readonly document?: string;
  /** How many threads a document has, and whether it has more than were counted; absent while that is not known. */
  readonly threads?: { readonly total: number; readonly hasMore: boolean };
}

/** How to read on: what comes next in a level, and from where. */
export interface LevelCursor {
  readonly of: "folders" | "documents" | "threads";
  readonly pageToken?: string;
}

/** What has been read of the places directly in one. */
export interface Level {
  readonly parent: Place | undefined;
  readonly isOpen: boolean;
  readonly places: readonly Place[];
  /** Undefined: that is all. */
  readonly next: LevelCursor | undefined;
  readonly isLoading: boolean;
  readonly error?: unknown;
}

/** Levels by the key of what they are in. */
export type Levels = Readonly<Record<string, Level>>;

/** The organization itself. */
export const rootKey = "";

export function keyOf(place: Place | undefined): string {
  return place === undefined ? rootKey : `${place.kind} ${place.document ?? ""} ${place.id}`;
}

/** A level of which nothing has been read. */
export function newLevel(parent: Place | undefined, isOpen = true): Level {
  return { parent, isOpen, places: [], next: { of: parent?.kind === "document" ? "threads" : "folders" }, isLoading: false };
}
