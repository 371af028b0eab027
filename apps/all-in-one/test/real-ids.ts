import { until } from "@parley/testing";
import type { Workspace } from "./customer.ts";

/** Puts the running workspace's key, a token of it, a key or a token of the workspace that nothing else needs, a job and a recovery of its key, and today, where an example shows made-up ones. */
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
    // The example shows one that is over.
    await until(async () => (await customer.data("/v2/webhooks/deliveries/recover/status", { recoveryId })).isCompleted);
    text = text.replace(/"recovery_[^"]*"/g, JSON.stringify(recoveryId));
  }
  // What is used in a test is used today.
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

/** A token that nothing else needs, of the API key that is named or of the workspace. */
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
