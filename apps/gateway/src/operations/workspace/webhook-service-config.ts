import type { MessageInitShape } from "@bufbuild/protobuf";
import { type WebhookConfigPatchSchema, type WebhookTrigger, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";
import { writtenSecret } from "../fields.ts";

const headerText = z.string().regex(/^[ -~]*$/, "must consist of printable ASCII characters: it is sent in a header");

const clearable = <Value extends z.ZodType>(value: Value) => value.nullable().optional();

const triggerTexts = {
  "comment_annotation.add": "A thread gets its first comment.",
  "comment_annotation.assign": "The assignee of a thread changes.",
  "comment_annotation.priority_change": "The priority of a thread changes.",
  "comment_annotation.status_change": "The status of a thread changes.",
  "comment.add": "A comment is added to a thread that has one.",
  "comment.update": "A comment is changed.",
  "comment.delete": "A comment is deleted.",
  "comment.reaction_add": "A reaction is added to a comment.",
  "comment.reaction_delete": "A reaction is removed from a comment.",
} as const satisfies Record<WebhookTrigger, string>;

const trigger = (name: WebhookTrigger) => clearable(z.boolean()).meta({ description: triggerTexts[name] });

/** `webhookServiceConfig` in a request: absent fields keep their values, `""` or null clears them. */
export const webhookServiceConfig = z
  .strictObject({
    authToken: clearable(writtenSecret(4_000, headerText)).meta({
      description: "Sent to both URLs as `Authorization: Basic <authToken>`.",
    }),
    rawNotificationUrl: clearable(z.string().max(2_000)).meta({ description: "The URL for raw events: events with the whole thread." }),
    processedNotificationUrl: clearable(z.string().max(2_000)).meta({
      description: "The URL for processed events: events with the users to notify.",
    }),
    encodeData: clearable(z.boolean()).meta({ description: "Sends bodies as base64 of their JSON." }),
    encryptData: clearable(z.boolean()).meta({ description: "Needs a usable `publicKey`." }),
    publicKey: clearable(z.string().max(4_000)).meta({
      description: "RSA, 2048 to 16384 bits; SPKI or PKCS#1, base64 with or without PEM lines.",
    }),
    triggers: clearable(
      z.strictObject(Object.fromEntries(webhookTriggers.map((name) => [name, trigger(name)]))).meta({ title: "WebhookTriggersInput" }),
    ).meta({ description: "Which events are sent." }),
  })
  .meta({ title: "WebhookServiceConfigInput" });

/** `webhookServiceConfig` in a response: the auth token masked, null for unset fields. */
export const storedWebhookServiceConfig = z
  .object({
    authToken: z.string().nullable().meta({ description: "Masked except for its last four characters." }),
    rawNotificationUrl: z.string().nullable().meta({ description: "The URL for raw events: events with the whole thread." }),
    processedNotificationUrl: z.string().nullable().meta({ description: "The URL for processed events: events with the users to notify." }),
    encodeData: z.boolean().meta({ description: "Sends bodies as base64 of their JSON." }),
    encryptData: z.boolean().meta({ description: "Encrypts bodies with `publicKey`." }),
    publicKey: z
      .string()
      .nullable()
      .meta({ description: "Your RSA public key (SPKI or PKCS#1, base64 with or without PEM lines, at least 2048 bits)." }),
    triggers: z.record(z.string(), z.boolean()).meta({ description: "All nine triggers; empty until one is set." }),
  })
  .meta({ title: "WebhookServiceConfig" });

/** The patch for the given configuration. */
export function toWebhookPatch(config: z.output<typeof webhookServiceConfig>): MessageInitShape<typeof WebhookConfigPatchSchema> {
  const { triggers, ...fields } = config;
  return {
    ...textOf("authToken", fields.authToken),
    ...textOf("rawNotificationUrl", fields.rawNotificationUrl),
    ...textOf("processedNotificationUrl", fields.processedNotificationUrl),
    ...textOf("publicKey", fields.publicKey),
    ...flagOf("encodeData", fields.encodeData),
    ...flagOf("encryptData", fields.encryptData),
    clearTriggers: triggers === null,
    triggers: Object.fromEntries(Object.entries(triggers ?? {}).map(([name, on]) => [name, on === true])),
  };
}

function textOf<Name extends string>(name: Name, value: string | null | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value ?? "" } as { [Key in Name]: string });
}

function flagOf<Name extends string>(name: Name, value: boolean | null | undefined): { [Key in Name]?: boolean } {
  return value === undefined ? {} : ({ [name]: value ?? false } as { [Key in Name]: boolean });
}
