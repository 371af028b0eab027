import { apiKeyEraser, type Eraser, type Erasers } from "@parley/erasure";
import { forgetSomeAnswers } from "../idempotency/forget-answers.ts";
import { countAnswers } from "../idempotency/idempotency-records.store.ts";
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
import { auditEraser } from "./audit-eraser.ts";
import { tokenEraser } from "./token-eraser.ts";

/** Deletes the stored responses of the API key from before the erasure request, because they name users and places. */
const answers: Eraser = {
  ranges: async () => ({ ranges: [{ organizationId: "", id: "", part: "" }], next: undefined }),
  count: (db, { erasure: { apiKeyId, requestedAtMs }, limit }) => countAnswers(db, apiKeyId, requestedAtMs, limit),
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, limit }) {
    const rows = await forgetSomeAnswers(tx, apiKeyId, requestedAtMs, limit);
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

/** The erasers of this service's collections. */
export const erasers: Erasers<"workspace"> = {
  user: { answers, audit: auditEraser, tokens: tokenEraser },
  organization: { answers },
  folder: { answers },
  document: { answers },
  location: { answers },
  apiKey: { rows },
};
