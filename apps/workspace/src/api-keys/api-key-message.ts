import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ApiKeySchema, ApiKeyType } from "@parley/contracts/workspace";
import { emailConfigMessage, type ListedEmailConfig } from "../emails/email-config-message.ts";
import { limitsMessage, type StoredKeyLimits } from "../settings/key-limits.ts";
import type { NewApiKeyRow } from "./api-keys.store.ts";

const apiKeyTypes = { testing: ApiKeyType.TESTING, production: ApiKeyType.PRODUCTION } as const satisfies Record<
  NewApiKeyRow["keyType"],
  ApiKeyType
>;

interface ListedApiKey extends NewApiKeyRow, StoredKeyLimits {
  readonly createdAtMs: number;
  readonly useWebhookService: boolean;
  readonly disabled: boolean;
}

export function apiKeyMessage(row: ListedApiKey, email: ListedEmailConfig | undefined): MessageInitShape<typeof ApiKeySchema> {
  return {
    apiKeyId: row.apiKeyId,
    apiKeyName: row.apiKeyName,
    ownerEmail: row.ownerEmail,
    type: apiKeyTypes[row.keyType],
    ...(row.planType === null ? {} : { planType: row.planType }),
    customPlanInfo: row.customPlanInfo,
    customPlanInfoDataJson: row.customPlanInfoData ?? "",
    useEmailService: row.useEmailService,
    useWebhookService: row.useWebhookService,
    ...(email === undefined ? {} : { emailServiceConfig: emailConfigMessage(email) }),
    createdAtMs: BigInt(row.createdAtMs),
    disabled: row.disabled,
    limits: limitsMessage(row),
  };
}
