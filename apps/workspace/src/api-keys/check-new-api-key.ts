import { ApiKeyType, type CreateApiKeyRequest } from "@parley/contracts/workspace";
import { type FieldViolation, mailboxProblem } from "@parley/kernel";
import type { Context } from "../context.ts";
import { normalizeDomains } from "../domains/domain.ts";
import type { EmailConfigRow } from "../emails/email-configs.store.ts";
import { emailTypes, emailViolations } from "../emails/email-settings.ts";
import { refuseViolations } from "../settings/violations.ts";
import { mergeWebhookSettings, noWebhookSettings, type WebhookSettings, webhookViolations } from "../webhooks/webhook-settings.ts";
import type { NewApiKeyRow } from "./api-keys.store.ts";

/** The properties of a new API key after the check, with secrets still in plain text. */
export interface ApiKeyPlan {
  readonly apiKey: Omit<NewApiKeyRow, "apiKeyId" | "workspaceId">;
  readonly domains: readonly string[];
  readonly webhook: WebhookSettings;
  readonly webhookAuthToken: string;
  readonly email: Omit<EmailConfigRow, "apiKeyId" | "sealedApiKey"> | undefined;
  readonly emailApiKey: string;
  readonly createAuthToken: boolean;
}

const keyTypes: Readonly<Record<number, NewApiKeyRow["keyType"]>> = {
  [ApiKeyType.UNSPECIFIED]: "testing",
  [ApiKeyType.TESTING]: "testing",
  [ApiKeyType.PRODUCTION]: "production",
};

/** Checks the request for a new API key. Fails with `invalid_argument` and all violations at once. */
export function checkNewApiKey(
  request: CreateApiKeyRequest,
  { webhookUrls, mailServers }: Pick<Context, "webhookUrls" | "mailServers">,
): ApiKeyPlan {
  const patch = request.webhookServiceConfig;
  const email = emailOf(request);
  const webhook = mergeWebhookSettings(noWebhookSettings, request.useWebhookService, patch);
  const local = request.addLocalHostToAllowedDomains ? ["localhost", "127.0.0.1"] : [];
  const { domains, violations } = normalizeDomains([...request.allowedDomains, ...local], "allowed_domains");
  refuseViolations([
    ...emailAddressViolations(request.ownerEmail),
    ...unknownTypeViolations(request),
    ...violations,
    ...emailViolations(request.emailServiceConfig, email?.emailType ?? "default", mailServers, "email_service_config"),
    ...webhookViolations(patch, webhook, webhookUrls, "webhook_service_config"),
  ]);
  return {
    apiKey: {
      apiKeyName: request.apiKeyName,
      ownerEmail: request.ownerEmail,
      keyType: keyTypes[request.type] ?? "testing",
      planType: request.planType ?? null,
      customPlanInfo: request.customPlanInfo,
      customPlanInfoData: request.customPlanInfoDataJson === "" ? null : request.customPlanInfoDataJson,
      useEmailService: request.useEmailService,
    },
    domains,
    webhook,
    webhookAuthToken: patch?.authToken ?? "",
    email,
    emailApiKey: request.emailServiceConfig?.apiKey ?? "",
    createAuthToken: request.createAuthToken,
  };
}

/** The violations of an owner's address. */
function emailAddressViolations(ownerEmail: string): FieldViolation[] {
  const problem = mailboxProblem(ownerEmail);
  return problem === undefined ? [] : [{ field: "owner_email", message: `ownerEmail ${problem}.` }];
}

// Proto enums are open: a number of a newer version arrives unchanged.
function unknownTypeViolations({ type }: CreateApiKeyRequest): FieldViolation[] {
  return keyTypes[type] === undefined ? [{ field: "type", message: `type ${type} is not known.` }] : [];
}

function emailOf({ emailServiceConfig }: CreateApiKeyRequest): ApiKeyPlan["email"] {
  if (emailServiceConfig === undefined) return undefined;
  const { type, fromEmail, fromCompany, commentTemplateId, tagTemplateId } = emailServiceConfig;
  return { emailType: emailTypes[type] ?? "default", fromEmail, fromCompany, commentTemplateId, tagTemplateId };
}
