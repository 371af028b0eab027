import { type FieldViolation, shortened } from "@parley/kernel";

// A number that a double cannot represent has at least this many digits, or an exponent.
const suspicious = /\d{16}|\d[eE]/;
const mostTold = 100;

/**
 * The parts of a JSON text that a parser would change silently: numbers that a double cannot represent, and duplicate keys in an object.
 * `text` is valid JSON, `value` its parsed form.
 */
export function unfaithfulParts(text: string, value: unknown): FieldViolation[] {
  // A duplicate key is in the text once more than in the value. Most bodies need no second look.
  if (!suspicious.test(text) && colonsBehindQuotes(text) === keysIn(value)) return [];
  return [...partsOf(text)].slice(0, mostTold);
}

/** The number of colons behind quotes. It is at least the number of keys; strings may contain more. */
function colonsBehindQuotes(text: string): number {
  return text.match(/"\s*:/g)?.length ?? 0;
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const values = Object.values(value);
  return values.reduce<number>((keys, item) => keys + keysIn(item), Array.isArray(value) ? 0 : values.length);
}

/** An open object or array: its path, and the keys or items read so far. */
interface Open {
  readonly path: string;
  /** The keys so far, for an object. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]|-?\d[-+.\deE]*/g;

function* partsOf(text: string): Generator<FieldViolation> {
  const open: Open[] = [];
  for (const [token, string, colon] of text.matchAll(tokens)) {
    const inside = open.at(-1);
    if (token === "{") open.push({ path: pathOf(inside), keys: new Set(), key: "", index: 0 });
    else if (token === "[") open.push({ path: pathOf(inside), keys: undefined, key: "", index: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && inside !== undefined) inside.index++;
    else if (string !== undefined && colon !== undefined && inside?.keys !== undefined) {
      inside.key = JSON.parse(string) as string;
      if (inside.keys.has(inside.key)) yield violation(pathOf(inside), "occurs twice in one object");
      inside.keys.add(inside.key);
    } else if (string === undefined && !isRepresentable(token)) {
      yield violation(pathOf(inside), `has the number ${shortened(token)}, which is not represented exactly; send it as a string`);
    }
  }
}

/** Whether a double represents the number: no integer outside ±(2^53−1), no overflow, no underflow to zero. */
function isRepresentable(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return !/[1-9]/.test(source.split(/[eE]/)[0] ?? "");
  return /[eE]/.test(source) || !/^-?\d+(?:\.0*)?$/.test(source) || Number.isSafeInteger(value);
}

function violation(path: string, problem: string): FieldViolation {
  // Field names are relative to `data`.
  const field = path.startsWith("data.") ? path.slice("data.".length) : path || "data";
  return { field, message: `${field} ${problem}.` };
}

function pathOf(open: Open | undefined): string {
  if (open === undefined) return "";
  if (open.keys === undefined) return `${open.path}[${open.index}]`;
  const key = shortened(open.key);
  return open.path === "" ? key : `${open.path}.${key}`;
}
