import type { Range } from "./overview-query.ts";

const tenMinutesMs = 600_000;
const hoursApart = 4;

/** The positions of a range's ticks: the first step of each ten minutes, four hours or day, in the reader's time zone. */
export function timeTicks(starts: readonly number[], range: Range): number[] {
  const slots = starts.map((at) => slotOf(at, range));
  return starts.filter((_, index) => index > 0 && slots[index] !== slots[index - 1]);
}

/** The label of a tick. */
export function tickWords(at: number, range: Range): string {
  return range === "7d" ? days.format(at) : clock.format(at);
}

/** The label of a point. */
export function pointWords(at: number, range: Range): string {
  return range === "1h" ? clock.format(at) : `${days.format(at)}, ${clock.format(at)}`;
}

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const days = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric" });

function slotOf(at: number, range: Range): number {
  if (range === "1h") return Math.floor(at / tenMinutesMs);
  const moment = new Date(at);
  return range === "24h" ? Math.floor(moment.getHours() / hoursApart) : moment.getDate();
}
