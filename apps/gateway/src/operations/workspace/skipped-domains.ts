import { shortened } from "@parley/kernel";
import * as z from "zod";

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

/** The description of that error, with the other list in its details. */
export function skippedError(what: string, list: z.ZodRawShape) {
  return {
    status: 409,
    description: `${what} (INTERNAL, as specified). Or a collision with another request (ABORTED), without details.`,
    details: z
      .object({ ...list, skippedDomains: z.array(z.string()).meta({ description: "The domains that were skipped." }) })
      .meta({ description: "Both lists of domains." }),
  };
}
