import { shortened } from "@parley/kernel";

const namedInMessage = 10;

/**
 * The error of a request that skipped some domains; undefined if it skipped none. Its status is INTERNAL, as existing clients expect;
 * HTTP status 409 keeps clients and proxies from repeating it as a fault of the server.
 */
export function skipped(which: "Existing" | "Unknown", domains: readonly string[], details: Readonly<Record<string, readonly string[]>>) {
  if (domains.length === 0) return undefined;
  const named = `${domains.slice(0, namedInMessage).map(shortened).join(", ")}${domains.length > namedInMessage ? ", …" : ""}`;
  return { status: 409, error: { status: "INTERNAL", message: `${which} domains were skipped: ${named}.`, details } };
}
