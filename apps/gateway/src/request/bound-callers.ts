import { requireOrganizations } from "../credentials/rights.ts";
import type { Operation } from "../operations/operation.ts";
import type { recordDenied } from "./denied-acts.ts";
import type { AdmittedRequest } from "./exchange.ts";
import { requireKnownPeople } from "./known-people.ts";
import { type Door, reachOf, requireReach } from "./reach.ts";

interface Bounds {
  readonly door: Door;
  /** Called when a request names organizations that its caller may not act for. */
  readonly onDenied: ReturnType<typeof recordDenied>;
}

/** Fails unless the caller may act for all organizations or places that the request names. */
export async function requireWithinBounds(
  operation: Operation,
  request: AdmittedRequest,
  data: Record<string, unknown>,
  { door, onDenied }: Bounds,
): Promise<void> {
  const { credential } = request;
  if (credential.level === "user") {
    await requireReach(reachOf(operation), credential, data, door.places);
    await requireKnownPeople(reachOf(operation), credential, data, door.users);
    return;
  }
  if (credential.level !== "apiKey") return;
  try {
    requireOrganizations(operation, credential.rights, data);
  } catch (error) {
    await onDenied(operation, credential, request, data);
    throw error;
  }
}
