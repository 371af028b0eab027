import { webhookTriggers } from "@parley/contracts/workspace";
import { processedBody, rawBody } from "../operations/webhooks/webhook-bodies.ts";
import type { Json, SchemaCatalogue } from "./schema-catalogue.ts";

const happened = {
  "comment_annotation.add": "The first comment of a thread was added.",
  "comment.add": "A later comment was added to a thread.",
  "comment.update": "A comment was changed.",
  "comment.delete": "A comment was deleted.",
  "comment_annotation.status_change": "The status of a thread changed.",
  "comment_annotation.assign": "The assignment of a thread changed.",
  "comment_annotation.priority_change": "The priority of a thread changed.",
  "comment.reaction_add": "A reaction to a comment was added.",
  "comment.reaction_delete": "A reaction to a comment was taken back.",
} as const satisfies Record<(typeof webhookTriggers)[number], string>;

const targets = {
  raw: { schema: rawBody, words: "Sent to `rawNotificationUrl`: what happened, with the whole thread." },
  processed: { schema: processedBody, words: "Sent to `processedNotificationUrl`: who is to be notified of what." },
} as const;

/** What customers' endpoints receive: a webhook for each trigger and each of the two URLs. */
export function webhooksOf(catalogue: SchemaCatalogue): Json {
  return Object.fromEntries(
    webhookTriggers.flatMap((trigger) =>
      Object.entries(targets).map(([target, { schema, words }]) => {
        const body = catalogue.add(`Webhook${target === "raw" ? "Raw" : "Processed"}`, schema, "output");
        return [`${trigger}.${target}`, { post: webhook(trigger, words, body) }];
      }),
    ),
  );
}

function webhook(trigger: (typeof webhookTriggers)[number], words: string, body: Json): Json {
  return {
    summary: happened[trigger],
    description: `${words} \`event\` is \`${trigger}\`. The header \`Authorization\` is \`Basic\` and the \`authToken\` of the configuration. With \`encodeData\` or \`encryptData\` the body is wrapped as the configuration says.`,
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: {
      "2XX": { description: "Delivered. Anything else is tried again, except 410, after which the endpoint is left alone." },
    },
  };
}

const header = (name: string, description: string) => ({ name, in: "header", required: true, description, schema: { type: "string" } });

const headers = [
  header("webhook-id", "Id of the delivery, the same at every attempt."),
  header("webhook-timestamp", "When this attempt was made, in seconds since the epoch."),
  header("webhook-signature", "`v1,` and a signature over id, timestamp and body (Standard Webhooks); several while a secret is replaced."),
];
