import { userHashOf } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { Context } from "../context.ts";
import { erasures } from "../erasure/owner.ts";

// A revocation holds at every gateway after this time.
const revocationMs = 5_000;
const withinMs = 3_000;

/**
 * Ends the tokens that pages of users hold: revokes them, and has the services to which pages write refuse them. Returns by how much the
 * time of an erasure that begins now has to lie ahead, so that everything written with these tokens falls under it: 0 when they are
 * refused, because then nothing is written with them any more, by no page and through no gateway. If a service does not respond, it is the
 * time after which the revocation holds at every gateway and the requests that they had admitted have ended.
 */
export async function endTokens(
  { database, tokens, activity, notifications, limits }: Context,
  apiKeyId: string,
  userIds: readonly string[],
): Promise<number> {
  try {
    const revokedAtMs =
      tokens === undefined
        ? BigInt(await erasures.jobs.now(database))
        : (await tokens.endUserTokens({ apiKeyId, userIds: [...userIds] }, { timeoutMs: withinMs })).revokedAtMs;
    const refused = { apiKeyId, userHashes: userIds.map((userId) => userHashOf(apiKeyId, userId)), revokedAtMs };
    const services = [activity, notifications];
    await Promise.all(services.map((service) => service.refuseUserTokens(refused, { timeoutMs: withinMs })));
    return 0;
  } catch (error) {
    // The task `tokens` of the erasure revokes them when the service is back; its own database fails the request.
    if (error instanceof RemoteFailure) return revocationMs + limits.requestMs;
    throw error;
  }
}
