import { EmailServiceType } from "@parley/contracts/workspace";
import { masked } from "../settings/masked.ts";
import type { EmailType } from "./email-settings.ts";

const emailTypes = {
  default: EmailServiceType.DEFAULT,
  sendgrid: EmailServiceType.SENDGRID,
  smtp: EmailServiceType.SMTP,
} as const satisfies Record<EmailType, EmailServiceType>;

/** An e-mail configuration with its API key in plain text; null where nothing is set. */
export interface ListedEmailConfig {
  readonly emailType: EmailType;
  readonly apiKey: string | undefined;
  readonly fromEmail: string | null;
  readonly fromCompany: string | null;
  readonly commentTemplateId: string | null;
  readonly tagTemplateId: string | null;
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
