import { keyOf, type Level, type Levels, newLevel, type Place } from "./place.ts";

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
