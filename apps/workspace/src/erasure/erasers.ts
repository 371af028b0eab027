import { apiKeyEraser, type Eraser, type Erasers, userRanges } from "@parley/erasure";
import { userHashOf } from "@parley/kernel";
import { countAnswers, forgetAnswers } from "../idempotency/idempotency-records.store.ts";
import {
  apiKeys,
  apiKeyTokens,
  auditPeople,
  domains,
  emailConfigs,
  idempotencyRecords,
  keyMinutes,
  usagePeople,
  userTokenRevocations,
  webhookConfigs,
  webhookEndpoints,
  webhookSecrets,
} from "../schema.ts";
import { revokeTokensOf } from "../user-tokens/user-token-revocations.store.ts";
import { auditEraser } from "./audit-eraser.ts";

/** Deletes the stored responses of the API key from before the erasure request, because they name users and places. */
const answers: Eraser = {
  ranges: async () => ({ ranges: [{ organizationId: "", id: "", part: "" }], next: undefined }),
  count: (db, { erasure: { apiKeyId, requestedAtMs }, limit }) => countAnswers(db, apiKeyId, requestedAtMs, limit),
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, limit }) {
    const rows = await forgetAnswers(tx, apiKeyId, requestedAtMs, limit);
    return { rows, next: rows === limit ? { range: 0, key: [] } : undefined };
  },
};

const rows = apiKeyEraser("workspace", [
  { key: idempotencyRecords.scopeId, order: [idempotencyRecords.idempotencyKey] },
  { key: keyMinutes.apiKeyId, order: [keyMinutes.minuteMs] },
  { key: apiKeyTokens.apiKeyId, order: [apiKeyTokens.tokenId] },
  { key: emailConfigs.apiKeyId, order: [] },
  { key: webhookConfigs.apiKeyId, order: [] },
  { key: webhookSecrets.apiKeyId, order: [webhookSecrets.secretId] },
  { key: webhookEndpoints.apiKeyId, order: [webhookEndpoints.endpointId] },
  { key: domains.apiKeyId, order: [domains.domain] },
  { key: usagePeople.apiKeyId, order: [usagePeople.userHash, usagePeople.dayMs] },
  { key: userTokenRevocations.apiKeyId, order: [userTokenRevocations.userHash] },
  { key: auditPeople.apiKeyId, order: [auditPeople.recordId, auditPeople.position] },
  { key: apiKeys.apiKeyId, order: [] },
]);

/**
 * Revokes the tokens of erased users that were made until the request. The request itself has done so before; this repeats it where that
 * was lost, with a restored database. The tokens themselves are in browsers, so no rows are erased. Instead a row is added that revokes
 * them, with a hash in place of the user. It is deleted when the last of these tokens would have expired.
 */
const tokenEraser: Eraser = {
  ranges: userRanges,
  count: async () => 0,
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, ranges }) {
    const hashes = ranges.map(({ id }) => userHashOf(apiKeyId, id));
    await revokeTokensOf(tx, { workspaceId: "", apiKeyId }, hashes, requestedAtMs);
    return { rows: 0, next: undefined };
  },
};

/** The erasers of this service's collections. */
export const erasers: Erasers<"workspace"> = {
  user: { answers, audit: auditEraser, tokens: tokenEraser },
  organization: { answers },
  folder: { answers },
  document: { answers },
  location: { answers },
  apiKey: { rows },
};
