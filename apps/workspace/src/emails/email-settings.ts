import { type EmailServiceConfigPatch, EmailServiceType } from "@parley/contracts/workspace";
import type { EgressRules } from "@parley/egress";
import { type FieldViolation, mailboxProblem, shortened } from "@parley/kernel";
import { isMasked } from "../settings/masked.ts";
import { smtpUrlProblem } from "./smtp-url.ts";

export type EmailType = "default" | "sendgrid" | "smtp";

/** The e-mail configuration of an API key, without the provider's API key, which is sealed. Empty text means unset. */
export interface EmailSettings {
  readonly useEmailService: boolean;
  readonly emailType: EmailType;
  readonly fromEmail: string;
  readonly fromCompany: string;
  readonly commentTemplateId: string;
  readonly tagTemplateId: string;
}

/** The types by their numbers in messages; a missing number belongs to a newer version. */
export const emailTypes: Readonly<Record<number, EmailType>> = {
  [EmailServiceType.UNSPECIFIED]: "default",
  [EmailServiceType.DEFAULT]: "default",
  [EmailServiceType.SENDGRID]: "sendgrid",
  [EmailServiceType.SMTP]: "smtp",
};

/** Merges like webhook settings: unset fields of the patch keep their values, empty text clears. */
export function mergeEmailSettings(
  stored: EmailSettings,
  useEmailService: boolean | undefined,
  patch: EmailServiceConfigPatch | undefined,
): EmailSettings {
  return {
    useEmailService: useEmailService ?? stored.useEmailService,
    emailType: patch?.type === undefined ? stored.emailType : (emailTypes[patch.type] ?? "default"),
    fromEmail: patch?.fromEmail ?? stored.fromEmail,
    fromCompany: patch?.fromCompany ?? stored.fromCompany,
    commentTemplateId: patch?.commentTemplateId ?? stored.commentTemplateId,
    tagTemplateId: patch?.tagTemplateId ?? stored.tagTemplateId,
  };
}

/**
 * The violations of a new e-mail configuration or a change of one, where `emailType` is the resulting type; the field paths begin with
 * `at`.
 */
export function emailViolations(
  given: Pick<EmailServiceConfigPatch, "type" | "apiKey" | "fromEmail"> | undefined,
  emailType: EmailType,
  egress: EgressRules,
  at: string,
): FieldViolation[] {
  const violations: FieldViolation[] = [];
  const refuse = (field: string, message: string) => violations.push({ field: `${at}.${field}`, message });
  const { type, apiKey = "", fromEmail = "" } = given ?? {};

  if (type !== undefined && emailTypes[type] === undefined) refuse("type", `type ${type} is not known.`);
  const senderProblem = fromEmail === "" ? undefined : mailboxProblem(fromEmail);
  if (senderProblem !== undefined)
    refuse("from_email", `fromEmail ${senderProblem}: ${shortened(fromEmail)}. The name before it is fromCompany.`);
  const problem = apiKey === "" ? undefined : apiKeyProblem(apiKey, emailType, egress);
  if (problem !== undefined) refuse("api_key", `apiKey ${problem}.`);
  return violations;
}

function apiKeyProblem(apiKey: string, emailType: EmailType, egress: EgressRules): string | undefined {
  if (isMasked(apiKey)) return "is masked: send the whole key, or leave it out to keep it";
  if (emailType === "smtp") return smtpUrlProblem(apiKey, egress);
  if (emailType !== "sendgrid" || /^[\x21-\x7e]+$/.test(apiKey)) return undefined;
  return "must consist of printable ASCII characters without spaces: it is sent in a header";
}
