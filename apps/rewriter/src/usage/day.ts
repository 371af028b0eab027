/** The problem with the text of a day such as `2026-11-21`; undefined when it is valid. */
export function dayProblem(text: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= "0001" && isoDay(text) === text;
  return isDay ? undefined : "must be a day of the form 2026-11-21";
}

// A day beyond the end of its month moves into the next one, or is invalid.
function isoDay(text: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}
