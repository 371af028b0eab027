import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type AiModelsConfigSchema,
  type ApiKeySchema,
  ApiKeyType,
  type AuthTokenSchema,
  EmailServiceType,
  type WebhookConfigSchema,
  type WorkspaceSchema,
  type WorkspaceTokenSchema,
  webhookTriggers,
} from "@parley/contracts/workspace";
import type { Provider } from "../ai-models/provider-keys.store.ts";
import type { NewApiKeyRow } from "../api-keys/api-keys.store.ts";
import { roleMessage } from "../credentials/console-role.ts";
import { masked } from "../credentials/masked.ts";
import type { WorkspaceTokenRow } from "../credentials/workspace-tokens.store.ts";
import type { EmailType } from "../emails/email-settings.ts";
import type { SigningSecret } from "../webhooks/webhook-secrets.ts";
import type { WebhookSettings } from "../webhooks/webhook-settings.ts";
import type { WorkspaceRow } from "./workspaces.store.ts";

// Rows as messages. Secrets come in clear and go out masked.

const apiKeyTypes = { testing: ApiKeyType.TESTING, production: ApiKeyType.PRODUCTION } as const satisfies Record<
  NewApiKeyRow["keyType"],
  ApiKeyType
>;

const emailTypes = {
  default: EmailServiceType.DEFAULT,
  sendgrid: EmailServiceType.SENDGRID,
  smtp: EmailServiceType.SMTP,
} as const satisfies Record<EmailType, EmailServiceType>;

export function workspaceMessage({
  workspaceId,
  workspaceName,
  ownerEmail,
  ownerName,
  ownerAvatar,
  createdAtMs,
}: WorkspaceRow): MessageInitShape<typeof WorkspaceSchema> {
  return { workspaceId, workspaceName, ownerEmail, ownerName, ownerAvatar, createdAtMs: BigInt(createdAtMs) };
}

interface ListedApiKey extends NewApiKeyRow {
  readonly createdAtMs: number;
  readonly useWebhookService: boolean;
  readonly disabled: boolean;
}

/** An e-mail configuration, its API key in clear; null for what is not there. */
interface ListedEmailConfig {
  readonly emailType: EmailType;
  readonly apiKey: string | undefined;
  readonly fromEmail: string | null;
  readonly fromCompany: string | null;
  readonly commentTemplateId: string | null;
  readonly tagTemplateId: string | null;
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
  };
}

/** The API key masked. */
export function emailConfigMessage({ emailType, apiKey, fromEmail, fromCompany, commentTemplateId, tagTemplateId }: ListedEmailConfig) {
  return {
    type: emailTypes[emailType],
    apiKey: apiKey === undefined ? "" : masked(apiKey),
    fromEmail: fromEmail ?? "",
    fromCompany: fromCompany ?? "",
    commentTemplateId: commentTemplateId ?? "",
    tagTemplateId: tagTemplateId ?? "",
  };
}

export function webhookConfigMessage(
  settings: WebhookSettings,
  authToken: string | undefined,
): MessageInitShape<typeof WebhookConfigSchema> {
  const { rawNotificationUrl, processedNotificationUrl, encodeData, encryptData, publicKey, triggers } = settings;
  return {
    maskedAuthToken: authToken === undefined ? "" : masked(authToken),
    rawNotificationUrl,
    processedNotificationUrl,
    encodeData,
    encryptData,
    publicKey,
    triggers: triggers === null ? {} : Object.fromEntries(webhookTriggers.map((name) => [name, triggers.includes(name)])),
  };
}

export function signingSecretMessage({ secret, createdAtMs, signsUntilMs }: SigningSecret) {
  return { secret, createdAtMs: BigInt(createdAtMs), ...(signsUntilMs === null ? {} : { signsUntilMs: BigInt(signsUntilMs) }) };
}

/** The newest secret, and when the last of the others stops to sign. */
export function shownSecret([newest, ...earlier]: readonly SigningSecret[]) {
  const ends = earlier.map(({ signsUntilMs }) => signsUntilMs ?? 0);
  return {
    ...(newest === undefined ? {} : { secret: signingSecretMessage(newest) }),
    ...(ends.length === 0 ? {} : { previousSignsUntilMs: BigInt(Math.max(...ends)) }),
  };
}

export function aiModelsConfigMessage(
  keys: ReadonlyMap<Provider, string>,
  dailyTokenBudget = 0,
): MessageInitShape<typeof AiModelsConfigSchema> {
  return {
    ...Object.fromEntries([...keys].map(([provider, key]) => [provider, masked(key)])),
    dailyTokenBudget: BigInt(dailyTokenBudget),
  };
}

export function workspaceTokenMessage({
  tokenId,
  tokenName: name,
  maskedToken,
  createdAtMs,
  expiresAtMs,
  sessionRole,
}: Omit<WorkspaceTokenRow, "expired">): MessageInitShape<typeof WorkspaceTokenSchema> {
  return {
    ...{ tokenId, name, maskedToken: maskedToken === "" ? masked("") : maskedToken, createdAtMs: BigInt(createdAtMs) },
    ...(expiresAtMs === null ? {} : { expiresAtMs: BigInt(expiresAtMs) }),
    ...(sessionRole === null ? {} : { sessionRole: roleMessage(sessionRole) }),
  };
}

interface ShownToken {
  readonly tokenId: string;
  readonly token: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
}

export function authTokenMessage({ tokenId, token, name, createdAtMs, expiresAtMs }: ShownToken): MessageInitShape<typeof AuthTokenSchema> {
  const shown = { tokenId, token, name, createdAtMs: BigInt(createdAtMs) };
  return expiresAtMs === null ? shown : { ...shown, expiresAtMs: BigInt(expiresAtMs) };
}
