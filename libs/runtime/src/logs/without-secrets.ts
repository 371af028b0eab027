import { loggedError } from "./logged-error.ts";

// `apiKeyId` and `tokenId` name a secret but hold none; numbers of tokens are counts.
const secretKey = /token|secret|password|credential|authorization|keys?$/i;
const harmless = /^(?:key|keys|event_?key|public_?key|page_?token|next_?page_?token)$|id$/i;

const deepest = 8;

/**
 * The value with every value under a secret's name replaced, errors reduced to their loggable part, and anything deeper than eight levels
 * left out; the same object when there is nothing to replace.
 */
export function withoutSecrets<Value>(value: Value, depth = 0): Value {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return withoutSecrets(loggedError(value), depth) as Value;
  if (depth === deepest) return "[deeper]" as Value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutSecrets(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : (items as Value);
  }
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const given: unknown = value[key];
    const shown = isSecret(key, given) ? "[redacted]" : withoutSecrets(given, depth + 1);
    if (shown === given) continue;
    copy ??= { ...value } as Record<string, unknown>;
    copy[key] = shown;
  }
  return (copy as Value | undefined) ?? value;
}

function isSecret(key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "number" || typeof value === "boolean") return false;
  return secretKey.test(key) && !harmless.test(key);
}
