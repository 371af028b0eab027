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

/** Opens or closes a place. Its loaded contents are dropped, so that they are loaded again whenever it is opened. */
export function toggled(levels: Levels, place: Place): Levels {
  const key = keyOf(place);
  return { ...levels, [key]: newLevel(place, levels[key]?.isOpen !== true) };
}

/** The same levels, still open, without their loaded contents. */
export function unread(levels: Levels): Levels {
  return Object.fromEntries(Object.entries(levels).map(([key, { parent, isOpen }]) => [key, newLevel(parent, isOpen)]));
}

/** Changes the level for which a page was loaded, unless it has been reset or has moved on meanwhile: its `next` is then another object. */
export function changed(levels: Levels, { parent, next }: Level, change: (level: Level) => Level): Levels {
  const key = keyOf(parent);
  const level = levels[key];
  return level === undefined || level.next !== next ? levels : { ...levels, [key]: change(level) };
}
