import { until } from "@parley/testing";
import type { Workspace } from "./customer.ts";

/**
 * Replaces invented values of an example by real ones: the running workspace's key, a token of it, a spare key or token of the workspace, a
 * job and a recovery of its key, and the current date.
 */
export async function withRealIds(
  request: Record<string, unknown>,
  { apiKey, authToken, owner, customer }: Workspace,
): Promise<Record<string, unknown>> {
  let text = JSON.stringify(request);
  if (/"job_/.test(text)) {
    const { jobId } = await customer.data("/v2/users/data/delete", { userIds: ["nobody"] });
    text = text.replace(/"job_[^"]*"/g, JSON.stringify(jobId));
  }
  if (/"recovery_/.test(text)) {
    const { recoveryId } = await customer.data("/v2/webhooks/deliveries/recover", { since: 0 });
    // The example shows a completed one.
    await until(async () => (await customer.data("/v2/webhooks/deliveries/recover/status", { recoveryId })).isCompleted);
    text = text.replace(/"recovery_[^"]*"/g, JSON.stringify(recoveryId));
  }
  // Usage in a test is usage of today.
  text = text.replace(/"(from|to)":"\d{4}-\d\d-\d\d"/g, (_, name) => `"${name}":"${new Date().toISOString().slice(0, 10)}"`);
  if (/"pk_live_/.test(text)) {
    const { apiKey: spareKey } = await owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com" });
    text = text.replace(/"pk_live_[^"]*"/g, JSON.stringify(spareKey));
    return JSON.parse(text);
  }
  if (/"tokenId"/.test(text)) return withRealToken(JSON.parse(text), owner, apiKey);
  if (!/"(pk|sk)_/.test(text)) return JSON.parse(text);
  // Tokens that an example revokes must not be the one that the test itself uses.
  const spare =
    /"sk_/.test(text) && !/"authToken"/.test(text)
      ? (await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "example" })).token
      : authToken;
  return JSON.parse(text.replace(/"pk_[^"]*"/g, JSON.stringify(apiKey)).replace(/"sk_[^"]*"/g, JSON.stringify(spare)));
}

/** A spare token of the named API key or of the workspace. */
async function withRealToken(request: Record<string, unknown>, owner: Workspace["owner"], apiKey: string) {
  const isOfKey = request.apiKey !== undefined;
  const made = isOfKey
    ? await owner.data("/v2/workspace/authtokens/create", {
        apiKey,
        organizationIds: ["acme"],
        resources: ["threads"],
        expiresAt: Date.now() + 60_000,
      })
    : await owner.data("/v2/workspace/tokens/create", {});
  return { ...request, tokenId: made.tokenId, ...(isOfKey ? { apiKey } : {}) };
}
