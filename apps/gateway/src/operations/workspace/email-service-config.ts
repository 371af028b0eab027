import type { MessageInitShape } from "@bufbuild/protobuf";
import { type EmailServiceConfig, type EmailServiceConfigPatchSchema, EmailServiceType } from "@parley/contracts/workspace";
import * as z from "zod";
import { address, writtenSecret } from "../fields.ts";
import { emailServiceType, emailServiceTypes } from "./api-key-fields.ts";

const text = () => z.string().max(1_000).nullable().optional();

/** `emailServiceConfig` in a request: absent fields keep their values, `""` or null clears them. */
export const emailServiceConfig = z
  .strictObject({
    type: emailServiceType.nullable().optional().meta({
      description:
        "The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).",
    }),
    apiKey: writtenSecret(4_000).nullable().optional().meta({
      description: "SendGrid's API key, or the `smtp://` or `smtps://` URL of a mail server with user name and password.",
    }),
    fromEmail: address().nullable().optional().meta({ description: "Address that e-mails come from." }),
    fromCompany: text().meta({ description: "Name of the company that e-mails come from." }),
    commentTemplateId: text().meta({ description: "Id of a dynamic template of SendGrid." }),
    tagTemplateId: text().meta({ description: "Id of a dynamic template of SendGrid." }),
  })
  .meta({ title: "EmailServiceConfigInput" });

/** `emailServiceConfig` in a response: the API key masked, null for unset fields. */
export const storedEmailServiceConfig = z
  .object({
    type: emailServiceType.meta({
      description:
        "The service that sends the e-mails: the installation's mail server (`default`), SendGrid, or a mail server of your own (`smtp`).",
    }),
    apiKey: z.string().nullable().meta({ description: "Masked except for its last four characters." }),
    fromEmail: z.string().nullable().meta({ description: "Address that e-mails come from." }),
    fromCompany: z.string().nullable().meta({ description: "Name of the company that e-mails come from." }),
    commentTemplateId: z.string().nullable().meta({ description: "The provider's id of the template for comments." }),
    tagTemplateId: z.string().nullable().meta({ description: "The provider's id of the template for tagged users." }),
  })
  .meta({ title: "EmailServiceConfig" });

/** The patch for the given configuration. */
export function toEmailPatch(config: z.output<typeof emailServiceConfig>): MessageInitShape<typeof EmailServiceConfigPatchSchema> {
  const { type, ...texts } = config;
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return {
    ...(type === undefined ? {} : { type: type === null ? EmailServiceType.DEFAULT : emailServiceTypes[type] }),
    ...Object.fromEntries(given.map(([name, value]) => [name, value ?? ""])),
  };
}

/** Converts a configuration from the workspace service's message. */
export function fromEmailConfig(config: EmailServiceConfig | undefined): z.output<typeof storedEmailServiceConfig> {
  const type = Object.entries(emailServiceTypes).find(([, message]) => message === config?.type)?.[0] ?? "default";
  return {
    type: emailServiceType.parse(type),
    apiKey: config?.apiKey || null,
    fromEmail: config?.fromEmail || null,
    fromCompany: config?.fromCompany || null,
    commentTemplateId: config?.commentTemplateId || null,
    tagTemplateId: config?.tagTemplateId || null,
  };
}
