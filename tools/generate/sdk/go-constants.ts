import { itemCodes } from "@parley/contracts/common";
import { emailDropReasons, emailErrorClasses, emailFailureReasons, webhookErrorClasses } from "@parley/contracts/notifications";
import { actionTypes, endpointEvents, removalEvents, webhookEvents, webhookTriggers } from "@parley/contracts/workspace";
import type { ClientModel } from "./client-model.ts";
import { exported } from "./go-names.ts";
import type { Type } from "./types.ts";

interface ClosedSet {
  /** The prefix of the constants' names. */
  readonly prefix: string;
  readonly text: string;
  readonly values: readonly string[];
}

const apiKeyResources = [
  ...["organizations", "folders", "documents", "locations", "users", "groups", "removals", "userTokens"],
  ...["threads", "comments", "reactions", "recordings", "activities", "changes"],
  ...["notifications", "emails", "webhooks", "ai", "apiKeys", "domains"],
];

// A set that is missing here stops the generator: its values become constants too, and their names are chosen by hand.
const closedSets: readonly ClosedSet[] = [
  { prefix: "Event", text: "The nine events of webhooks.", values: webhookTriggers },
  { prefix: "AboutEvent", text: "The events about endpoints, for endpoints that subscribe to them.", values: endpointEvents },
  { prefix: "EventOf", text: "The events about removals, for endpoints that subscribe to them.", values: removalEvents },
  { prefix: "AnyEvent", text: "All events that a webhook endpoint can subscribe to.", values: webhookEvents },
  { prefix: "Payload", text: "Forms of the bodies of webhooks.", values: ["raw", "processed", "thin"] },
  { prefix: "EndpointState", text: "Whether a webhook endpoint accepts deliveries.", values: ["active", "failing", "gone", "paused"] },
  { prefix: "ActionType", text: "The action of an event.", values: Object.values(actionTypes) },
  { prefix: "Level", text: "A user's notification levels, by channel.", values: ["ALL", "MINE", "NONE"] },
  { prefix: "StatusType", text: "Types of the statuses of threads.", values: ["default", "ongoing", "terminal"] },
  { prefix: "Delivery", text: "States of webhook deliveries.", values: ["pending", "delivered", "failed", "held"] },
  { prefix: "Email", text: "States of e-mails.", values: ["pending", "sent", "failed", "dropped"] },
  { prefix: "SearchIndex", text: "States of the search index of an API key.", values: ["none", "indexing", "ready", "leaving"] },
  { prefix: "Removal", text: "States of removals.", values: ["running", "paused", "completed"] },
  { prefix: "RemovalOf", text: "The subjects of removals.", values: ["user", "organization", "folder", "document", "location"] },
  { prefix: "Count", text: "In place of a count above the limit of counting.", values: ["more"] },
  { prefix: "Target", text: "The two endpoints of the webhook configuration.", values: ["raw", "processed"] },
  { prefix: "APIKeyType", text: "Types of API keys.", values: ["testing", "production"] },
  { prefix: "EmailService", text: "The e-mail services of API keys.", values: ["default", "sendgrid", "smtp"] },
  { prefix: "Role", text: "Roles of tokens, and of sessions of the console.", values: ["read", "act", "administrate"] },
  { prefix: "Resource", text: "What the auth tokens of an API key can be bound to.", values: apiKeyResources },
  { prefix: "AccessRole", text: "What a user may do in a place that a token names.", values: ["viewer", "commenter", "editor"] },
  { prefix: "AccessType", text: "Which users may enter documents.", values: ["restricted", "organizationPrivate", "public"] },
  { prefix: "PlaceType", text: "Types of places that a user's token names.", values: ["organization", "folder", "document"] },
  { prefix: "Actor", text: "Who acts, in the audit log.", values: ["token", "session", "admin", "service", "system"] },
  { prefix: "Outcome", text: "How acts of the audit log ended.", values: ["success", "refused", "failed", "unknown"] },
  { prefix: "Code", text: "Why items of a batch failed. A later version may have further codes.", values: itemCodes },
  { prefix: "WebhookError", text: "Why attempts to deliver webhooks failed.", values: webhookErrorClasses },
  { prefix: "EmailError", text: "Why attempts to send e-mails failed.", values: emailErrorClasses },
  { prefix: "EmailReason", text: "Why e-mails ended without being sent.", values: [...emailFailureReasons, ...emailDropReasons] },
  { prefix: "EmailItem", text: "What an e-mail reports.", values: ["tag", "comment", "assign", "notification"] },
  { prefix: "Include", text: "The records that can be included in changes.", values: ["thread"] },
  { prefix: "Order", text: "Orders of lists.", values: ["asc", "desc"] },
  { prefix: "CommentStatus", text: "Whether comments have changed.", values: ["added", "updated"] },
  { prefix: "CommentType", text: "Types of comments.", values: ["text"] },
  { prefix: "Visibility", text: "Who may see threads.", values: ["public"] },
  { prefix: "NotificationSource", text: "The sources of events.", values: ["comment"] },
];

/** The constants of the Go client: the values of every closed set of texts. */
export function goConstants({ structs }: ClientModel): string {
  const met = new Set<string>();
  for (const { fields, alias } of structs)
    for (const type of [...fields.map((field) => field.type), ...(alias ? [alias] : [])]) visit(type, met);
  const unnamed = [...met].filter((key) => closedSets.every(({ values }) => keyOf(values) !== key));
  if (unnamed.length > 0) throw new Error(`The constants of these values have no names in go-constants.ts: ${unnamed.join(", ")}.`);
  return closedSets.map(block).join("\n");
}

/** The prefix of a closed set's constants; undefined for values that are not texts. */
export function prefixOf(values: readonly unknown[]): string | undefined {
  return closedSets.find((set) => keyOf(set.values) === keyOf(values))?.prefix;
}

function block({ prefix, text, values }: ClosedSet): string {
  const names = values.map((value) => prefix + exported(value === value.toUpperCase() ? value.toLowerCase() : value));
  const width = Math.max(...names.map(({ length }) => length));
  const lines = values.map((value, index) => `\t${(names[index] ?? "").padEnd(width)} = ${JSON.stringify(value)}\n`);
  return `// ${text}\nconst (\n${lines.join("")})\n`;
}

function visit(type: Type, met: Set<string>): void {
  if (type.kind === "literal" && typeof type.values[0] === "string") met.add(keyOf(type.values));
  else if (type.kind === "array" || type.kind === "map") visit(type.of, met);
  else if (type.kind === "union") for (const part of type.of) visit(part, met);
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify([...values].sort());
}
