import { type ApiKey, ApiKeyType, EmailServiceType } from "@parley/contracts/workspace";
import * as z from "zod";
import { freeForm, fromJsonText, timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromLimits, storedLimits } from "./key-limit-fields.ts";

/** The types of an API key by their names on the wire. */
export const apiKeyTypes = { testing: ApiKeyType.TESTING, production: ApiKeyType.PRODUCTION } as const;

/** The e-mail services by their names on the wire. */
export const emailServiceTypes = {
  default: EmailServiceType.DEFAULT,
  sendgrid: EmailServiceType.SENDGRID,
  smtp: EmailServiceType.SMTP,
} as const;

export const apiKeyType = z.enum(["testing", "production"]);
export const emailServiceType = z.enum(["default", "sendgrid", "smtp"]);

/** An API key in a response. */
export const storedApiKey = z.object({
  id: z.string().meta({ description: "The API key itself." }),
  apiKeyName: z.string().meta(texts.apiKeyName),
  ownerEmail: z.string().meta({ description: "E-mail address of the owner." }),
  type: apiKeyType.meta({ description: "What the API key is for: `testing` or `production`." }),
  planInfo: z
    .object({ type: z.string().meta({ description: "Name of the plan." }) })
    .nullable()
    .meta({ description: "The plan." }),
  customPlanInfo: z.boolean().meta({ description: "Whether you use a plan of your own." }),
  customPlanInfoData: freeForm().nullable().meta({ description: "Your plan's data; free-form." }),
  useEmailService: z.boolean().meta({ description: "Whether e-mails are sent." }),
  useWebhookService: z
    .boolean()
    .meta({ description: "Whether webhooks are sent to the two URLs. Events while it is off are not stored for them." }),
  emailServiceConfig: z
    .object({
      type: emailServiceType.meta({
        description:
          "The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).",
      }),
      apiKey: z.string().nullable().meta({ description: "Masked except for its last four characters." }),
      fromEmail: z.string().meta({ description: "Address that e-mails come from." }),
      fromCompany: z.string().meta({ description: "Name of the company that e-mails come from." }),
      commentTemplateId: z.string().meta({ description: "The provider's id of the template for comments." }),
      tagTemplateId: z.string().meta({ description: "The provider's id of the template for tagged users." }),
    })
    .nullable()
    .meta({ description: "The provider of e-mails and its settings." }),
  disabled: z.boolean().meta({ description: "Whether requests with its credentials are refused." }),
  limits: storedLimits,
  createdAt: timestampMs().meta(texts.createdAt),
});

export function fromApiKeyType(type: ApiKeyType): z.output<typeof apiKeyType> {
  return type === ApiKeyType.PRODUCTION ? "production" : "testing";
}

/** Converts an API key from the workspace service's message. */
export function fromApiKey(key: ApiKey): z.output<typeof storedApiKey> {
  return {
    id: key.apiKeyId,
    apiKeyName: key.apiKeyName,
    ownerEmail: key.ownerEmail,
    type: fromApiKeyType(key.type),
    planInfo: key.planType === undefined ? null : { type: key.planType },
    customPlanInfo: key.customPlanInfo,
    customPlanInfoData:
      key.customPlanInfoDataJson === "" ? null : (fromJsonText(key.customPlanInfoDataJson) as z.output<ReturnType<typeof freeForm>>),
    useEmailService: key.useEmailService,
    useWebhookService: key.useWebhookService,
    emailServiceConfig: fromEmailServiceConfig(key),
    disabled: key.disabled,
    limits: fromLimits(key.limits),
    createdAt: Number(key.createdAtMs),
  };
}

function fromEmailServiceConfig({ emailServiceConfig }: ApiKey): z.output<typeof storedApiKey>["emailServiceConfig"] {
  if (emailServiceConfig === undefined) return null;
  const { type, apiKey, fromEmail, fromCompany, commentTemplateId, tagTemplateId } = emailServiceConfig;
  return { type: nameOf(type), apiKey: apiKey === "" ? null : apiKey, fromEmail, fromCompany, commentTemplateId, tagTemplateId };
}

function nameOf(type: EmailServiceType): z.output<typeof emailServiceType> {
  if (type === EmailServiceType.SENDGRID) return "sendgrid";
  return type === EmailServiceType.SMTP ? "smtp" : "default";
}
