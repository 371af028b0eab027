import { keyOf, type Level, type Levels, newLevel, type Place } from "./place.ts";

/** Opens what is closed, and closes what is open. What was read of it is forgotten, so that it is read again whenever it is opened. */
export function toggled(levels: Levels, place: Place): Levels {
  const key = keyOf(place);
  return { ...levels, [key]: newLevel(place, levels[key]?.isOpen !== true) };
}

/** The same levels open, with nothing read of them. */
export function unread(levels: Levels): Levels {
  return Object.fromEntries(Object.entries(levels).map(([key, { parent, isOpen }]) => [key, newLevel(parent, isOpen)]));
}

/** Changes a level of which a page is read, unless it was begun again or read on meanwhile: its `next` is another object then. */
export function changed(levels: Levels, { parent, next }: Level, change: (level: Level) => Level): Levels {
  const key = keyOf(parent);
  const level = levels[key];
  return level === undefined || level.next !== next ? levels : { ...levels, [key]: change(level) };
}
