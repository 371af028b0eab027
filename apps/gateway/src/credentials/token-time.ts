import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { CredentialsService } from "@parley/contracts/workspace";
import { questionTimeMs } from "@parley/kernel";
import type { Grant } from "./grants.ts";

interface Named {
  readonly apiKeyId: string;
  readonly grants: readonly Grant[];
}

// More than clocks differ that are set by the network.
const mostWaitMs = 2_000;

/**
 * The time of a token for places that exist. Revocations are dated by the database of the workspace service, and so are tokens; places by
 * that of the directory. Where the first clock is behind the second, the token would be older than a place that was just created, so this
 * waits until it is not. Where the clocks differ by more than two seconds, a token is not valid in places that were created within the
 * difference before it.
 */
export async function tokenTimeMs(
  client: Pick<Client<typeof CredentialsService>, "getTokenTime">,
  directory: Pick<Client<typeof OrganizationDirectoryService>, "checkAccess">,
  { apiKeyId, grants }: Named,
): Promise<number> {
  const subjects = grants.slice(0, 1).map(({ organizationId }) => ({ organizationId, documentId: "" }));
  const { nowMs: placesMs } = await directory.checkAccess({ apiKeyId, subjects }, { timeoutMs: questionTimeMs() });
  const { nowMs } = await client.getTokenTime({});
  const behindMs = Number(placesMs - nowMs);
  if (behindMs <= 0) return Number(nowMs);
  // A timer may fire within the millisecond before.
  await delay(Math.min(behindMs, mostWaitMs) + 1);
  return Number((await client.getTokenTime({})).nowMs);
}
