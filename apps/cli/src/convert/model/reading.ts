import { isObject, isPresent, type Json } from "./json.ts";

/** What a conversion has read of an object or a list. */
interface Seen {
  readonly given: object;
  readonly keys: Set<string>;
  readonly inner: Map<string, Seen>;
  readonly follower: object;
  isWhole: boolean;
}

const seenOf = new WeakMap<object, Seen>();

/**
 * Converts an item, and then names each of its keys with content that the conversion has not read, at any depth: `body.content.lang`. The
 * settled paths are left out on purpose, with everything below them.
 */
export function reading<Result>(
  item: Json,
  settled: ReadonlySet<string>,
  convert: (item: Json) => Result,
): { readonly result: Result; readonly unread: readonly string[] } {
  const seen = follow(whole(item));
  const result = convert(seen.follower as Json);
  return { result, unread: [...unreadIn(seen, "", settled)] };
}

/** The value as the source has it; all of it counts as read. */
export function whole<Value>(value: Value): Value {
  const seen = typeof value === "object" && value !== null ? seenOf.get(value) : undefined;
  if (seen === undefined) return value;
  seen.isWhole = true;
  return seen.given as Value;
}

/** The given keys that have content, as the source has them. */
export function picked(item: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.filter((key) => isPresent(item[key])).map((key) => [key, whole(item[key])]));
}

/** All keys but these, as the source has them. */
export function without(item: Json, keys: readonly string[]): Json {
  const others = Object.keys(item).filter((key) => !keys.includes(key));
  return Object.fromEntries(others.map((key) => [key, whole(item[key])]));
}

function follow(given: object): Seen {
  const keys = new Set<string>();
  const inner = new Map<string, Seen>();
  const get = (_: object, key: string | symbol): unknown => {
    const value: unknown = Reflect.get(given, key);
    if (typeof key !== "string" || !Object.hasOwn(given, key)) return value;
    keys.add(key);
    if (typeof value !== "object" || value === null) return value;
    const below = inner.get(key) ?? follow(value);
    inner.set(key, below);
    return below.follower;
  };
  const seen: Seen = { given, keys, inner, follower: new Proxy(given, { get }), isWhole: false };
  seenOf.set(seen.follower, seen);
  return seen;
}

function* unreadIn({ given, keys, inner, isWhole }: Seen, path: string, settled: ReadonlySet<string>): Generator<string> {
  if (isWhole) return;
  const isList = Array.isArray(given);
  for (const [key, value] of Object.entries(given)) {
    const at = isList ? path : path === "" ? key : `${path}.${key}`;
    if (!isPresent(value) || settled.has(at)) continue;
    const below = inner.get(key) ?? (isList && typeof value === "object" && value !== null ? follow(value) : undefined);
    if (below !== undefined) yield* unreadIn(below, at, settled);
    else if (!keys.has(key)) yield* isObject(value) && hasSettledBelow(at, settled) ? unreadIn(follow(value), at, settled) : [at];
  }
}

function hasSettledBelow(at: string, settled: ReadonlySet<string>): boolean {
  return [...settled].some((path) => path.startsWith(`${at}.`));
}
