import { type KeyLimit, type RowLimitName, type RowLimits, rowLimitNames } from "@parley/kernel";

/**
 * Carries `RequestContext.rowLimits` to the called service: `documents=100/0 users=5/50`, each with the key's own limit and the operator's.
 */
export const rowLimitsHeader = "x-parley-row-limits";

const shape = /^(\w{1,32})=(\d{1,10})\/(\d{1,10})$/;
// Enough for a later release with more limits.
const mostWords = 32;
const names: ReadonlySet<string> = new Set(rowLimitNames);

export function writeRowLimits(limits: RowLimits): string {
  return rowLimitNames.flatMap((name) => written(name, limits[name])).join(" ");
}

function written(name: RowLimitName, limit: KeyLimit | undefined): string[] {
  return limit === undefined ? [] : [`${name}=${limit.own}/${limit.most}`];
}

/** The received limits, or undefined. Limits that this release does not know are ignored: it stores no rows of their kinds. */
export function readRowLimits(header: string | undefined): RowLimits | undefined {
  if (header === undefined) return undefined;
  const limits: Partial<Record<RowLimitName, KeyLimit>> = {};
  for (const word of header.split(" ", mostWords)) {
    const [, name = "", own, most] = shape.exec(word) ?? [];
    if (names.has(name)) limits[name as RowLimitName] = { own: Number(own), most: Number(most) };
  }
  return limits;
}
