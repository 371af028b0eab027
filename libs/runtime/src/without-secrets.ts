const secretKeys: ReadonlySet<string> = new Set([
  "authorization",
  "authToken",
  "auth_token",
  "token",
  "apiKeySecret",
  "password",
  "secret",
  "masterKeys",
  "serviceTokens",
]);

const deepest = 4;

/** The same with what stands under a secret's name replaced; the very same object when there is nothing to replace. */
export function withoutSecrets<Value>(value: Value, depth = 0): Value {
  if (typeof value !== "object" || value === null || value instanceof Error || depth === deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutSecrets(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : (items as Value);
  }
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const given: unknown = value[key];
    const shown = secretKeys.has(key) ? "[redacted]" : typeof given === "object" ? withoutSecrets(given, depth + 1) : given;
    if (shown === given) continue;
    copy ??= { ...value } as Record<string, unknown>;
    copy[key] = shown;
  }
  return (copy as Value | undefined) ?? value;
}
