import { prepareValue } from "pg/lib/utils.js";

const special = /["\\]/;
const specials = /["\\]/g;

/**
 * A parameter as it is sent to Postgres. Lists of numbers, booleans and strings are written here, because the driver escapes each element,
 * numbers too, by two replacements.
 */
export function parameterValue(value: unknown): unknown {
  return Array.isArray(value) && value.every(isPlain) ? `{${value.map(elementOf).join(",")}}` : prepareValue(value);
}

type Plain = number | boolean | string | null;

function isPlain(item: unknown): item is Plain {
  return item === null || typeof item === "number" || typeof item === "string" || typeof item === "boolean";
}

function elementOf(item: Plain): string {
  if (item === null) return "NULL";
  if (typeof item !== "string") return String(item);
  return `"${special.test(item) ? item.replace(specials, "\\$&") : item}"`;
}
