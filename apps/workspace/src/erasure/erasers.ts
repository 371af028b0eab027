import { apiKeyEraser, type Eraser, type Erasers } from "@parley/erasure";
import { forgetSomeAnswers } from "../idempotency/forget-answers.ts";

/** Deletes stored responses to requests of the API key from before the request for erasure: they name users and places. */
const answers: Eraser = {
  ranges: async () => ({ ranges: [{ organizationId: "", id: "", part: "" }], next: undefined }),
  async erase(tx, { erasure: { apiKeyId, requestedAtMs }, limit }) {
    const rows = await forgetSomeAnswers(tx, apiKeyId, requestedAtMs, limit);
    return { rows, next: rows === limit ? { range: 0, key: [] } : undefined };
  },
};

const rows = apiKeyEraser("workspace", [
  { table: "idempotency_records", key: "scope_id", order: "idempotency_key" },
  { table: "key_minutes", order: "minute_ms" },
  { table: "api_key_tokens", order: "token_id" },
  { table: "email_configs", order: "api_key_id" },
  { table: "webhook_configs", order: "api_key_id" },
  { table: "webhook_secrets", order: "secret_id" },
  { table: "domains", order: "domain" },
  { table: "api_keys", order: "api_key_id" },
]);

/** How this service erases from its collections. */
export const erasers: Erasers<"workspace"> = {
  user: { answers },
  organization: { answers },
  folder: { answers },
  document: { answers },
  location: { answers },
  apiKey: { rows },
};
