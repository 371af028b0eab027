import type { FieldViolation } from "@parley/kernel";
import { cut } from "../errors/cut.ts";

// A number that cannot be represented has this many digits, or an exponent. Most bodies hold neither and need no second look.
const suspicious = /\d{16}|\d[eE]/;

/**
 * What a JSON parser would change silently (decisions, section 1, Unknown keys): numbers that a double cannot represent, and keys that
 * occur twice in one object. `text` is valid JSON, `value` its parsed form.
 */
export function unfaithfulParts(text: string, value: unknown): FieldViolation[] {
  if (!suspicious.test(text) && keysInText(text) === keysInValue(value)) return [];
  return [...partsOf(text)].slice(0, mostTold);
}

const mostTold = 100;
const quote = '"';

function keysInText(text: string): number {
  let keys = 0;
  for (let start = text.indexOf(quote); start >= 0; ) {
    let next = endOfString(text, start);
    while (isSpace(text.charCodeAt(next))) next++;
    if (text[next] === ":") keys++;
    start = text.indexOf(quote, next);
  }
  return keys;
}

function keysInValue(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + keysInValue(item), 0);
  let keys = 0;
  for (const key in value) keys += 1 + keysInValue(value[key as keyof typeof value]);
  return keys;
}

/** The position after the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf(quote, start + 1); ; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** An open object or array: its path, and what has been read of it. */
interface Open {
  readonly path: string;
  /** For an object: the keys so far. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

function* partsOf(text: string): Generator<FieldViolation> {
  const open: Open[] = [];
  const here = () => pathOf(open.at(-1));
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "{" || character === "[")
      open.push({ path: here(), keys: character === "{" ? new Set() : undefined, key: "", index: 0 });
    else if (character === "}" || character === "]") open.pop();
    else if (character === ",") (open.at(-1) as Open).index++;
    else if (character === quote) {
      const end = endOfString(text, at);
      const inside = open.at(-1);
      if (inside?.keys !== undefined && isKey(text, end)) {
        inside.key = JSON.parse(text.slice(at, end)) as string;
        if (inside.keys.has(inside.key)) yield violation(here(), "stands twice in one object");
        inside.keys.add(inside.key);
      }
      at = end - 1;
    } else if (character === "-" || isDigit(character)) {
      const number = /[-+.\deE]+/y;
      number.lastIndex = at;
      const [source = ""] = number.exec(text) ?? [];
      if (!isKept(source)) yield violation(here(), `holds the number ${cut(source)}, which JSON numbers cannot keep; send it as text`);
      at += source.length - 1;
    }
  }
}

/** Whether a double represents the number: no integer outside ±(2^53−1), no overflow, no underflow to zero. */
function isKept(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return !/[1-9]/.test(source.split(/[eE]/)[0] ?? "");
  return /[eE]/.test(source) || !/^-?\d+(?:\.0*)?$/.test(source) || Number.isSafeInteger(value);
}

function violation(path: string, problem: string): FieldViolation {
  // Customers see the names inside `data`.
  const field = path.startsWith("data.") ? path.slice("data.".length) : path || "data";
  return { field, message: `${field} ${problem}.` };
}

function pathOf(open: Open | undefined): string {
  if (open === undefined) return "";
  if (open.keys === undefined) return `${open.path}[${open.index}]`;
  const key = cut(open.key);
  return open.path === "" ? key : `${open.path}.${key}`;
}

function isKey(text: string, end: number): boolean {
  let next = end;
  while (isSpace(text.charCodeAt(next))) next++;
  return text[next] === ":";
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
