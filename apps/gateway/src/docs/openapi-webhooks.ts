import { type EndpointEvent, endpointEvents, removalEvents, type WebhookEvent, webhookTriggers } from "@parley/contracts/workspace";
import { endpointEventBody, processedBody, rawBody, removalEventBody, thinBody } from "../operations/webhooks/webhook-bodies.ts";
import { type Json, pascal, type SchemaCatalogue } from "./schema-catalogue.ts";

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

const authorization = "Requests to the configured URL have the header `Authorization` with `Basic` and its `authToken`.";

const targets = {
  raw: {
    name: "WebhookRaw",
    schema: rawBody,
    words: `Sent to \`rawNotificationUrl\` and to endpoints with the payload \`raw\`: what happened, with the whole thread. ${authorization}`,
  },
  processed: {
    name: "WebhookProcessed",
    schema: processedBody,
    words: `Sent to \`processedNotificationUrl\` and to endpoints with the payload \`processed\`: who is to be notified of what. ${authorization}`,
  },
  thin: {
    name: "WebhookThin",
    schema: thinBody,
    words: "Sent to endpoints with the payload `thin`: ids, and the names of what changed. No content.",
  },
} as const;

const ofEndpoints = {
  "endpoint.failing": "Requests to an endpoint fail; it gets a pause between attempts.",
  "endpoint.gone": "An endpoint responded 410 and receives no further deliveries.",
  "delivery.exhausted": "The last attempt of a delivery failed.",
} as const satisfies Record<EndpointEvent, string>;

/** The group of the webhooks in the reference, next to the operations for them. */
export const webhookTag = { name: "Webhook events", description: "The requests that Parley sends to your endpoints." };

/** The webhooks that customers' endpoints receive: one for each trigger and payload, and those about endpoints themselves. */
export function webhooksOf(catalogue: SchemaCatalogue): Json {
  const ofTriggers = webhookTriggers.flatMap((trigger) =>
    Object.entries(targets).map(([target, { name, schema, words }]) => {
      const body = catalogue.add(name, schema, "output");
      const webhookName = `${trigger}.${target}`;
      return [webhookName, { post: webhook(webhookName, trigger, happened[trigger], words, body) }];
    }),
  );
  const aboutEndpoints = endpointEvents.map((event) => {
    const body = catalogue.add("WebhookEndpointEvent", endpointEventBody, "output");
    return [
      event,
      { post: webhook(event, event, ofEndpoints[event], "Sent to endpoints that list the event, but never about themselves.", body) },
    ];
  });
  const aboutRemovals = removalEvents.map((event) => {
    const body = catalogue.add("WebhookRemovalEvent", removalEventBody, "output");
    return [
      event,
      {
        post: webhook(
          event,
          event,
          "A removal is complete, and its certificate is stored.",
          "Sent to endpoints that list the event.",
          body,
        ),
      },
    ];
  });
  return Object.fromEntries([...ofTriggers, ...aboutEndpoints, ...aboutRemovals]);
}

function webhook(name: string, event: WebhookEvent, summary: string, words: string, body: Json): Json {
  return {
    operationId: `webhook${pascal(name)}`,
    tags: [webhookTag.name],
    summary,
    description: `${words} \`event\` is \`${event}\`. With \`encodeData\` or \`encryptData\` the body is encoded or encrypted as configured.`,
    // The signature is in its headers; a client has no credentials to send.
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: {
      "2XX": { description: "Delivered. Any other response is tried again, except 410, which ends deliveries to the endpoint." },
    },
  };
}

const header = (name: string, description: string) => ({ name, in: "header", required: true, description, schema: { type: "string" } });

const headers = [
  header("webhook-id", "Id of the delivery, the same at every attempt."),
  header("webhook-timestamp", "Time of this attempt, in seconds since the epoch."),
  header("webhook-signature", "`v1,` and a signature over id, timestamp and body (Standard Webhooks); several while a secret is replaced."),
];
