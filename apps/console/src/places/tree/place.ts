/** A place within an organization, as shown in the tree. */
export interface Place {
  readonly kind: "folder" | "document" | "thread";
  readonly id: string;
  readonly name: string;
  /** The document of a thread. */
  readonly document?: string;
  /** The number of a document's threads, and whether there are more than were counted; absent until it is known. */
  readonly threads?: { readonly total: number; readonly hasMore: boolean };
}

/** The next page of a level. */
export interface LevelCursor {
  readonly of: "folders" | "documents" | "threads";
  readonly pageToken?: string;
}

/** The loaded places directly within a place. */
export interface Level {
  readonly parent: Place | undefined;
  readonly isOpen: boolean;
  readonly places: readonly Place[];
  /** Undefined once all have been loaded. */
  readonly next: LevelCursor | undefined;
  readonly isLoading: boolean;
  readonly error?: unknown;
}

/** Levels by the key of their parent. */
export type Levels = Readonly<Record<string, Level>>;

/** The key of the organization itself. */
export const rootKey = "";

export function keyOf(place: Place | undefined): string {
  return place === undefined ? rootKey : `${place.kind} ${place.document ?? ""} ${place.id}`;
}

/** A level with nothing loaded yet. */
export function newLevel(parent: Place | undefined, isOpen = true): Level {
  return { parent, isOpen, places: [], next: { of: parent?.kind === "document" ? "threads" : "folders" }, isLoading: false };
}
