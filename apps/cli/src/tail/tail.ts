import type { ActivitiesListItem, WebhooksListDeliveriesItem } from "@parley/sdk";
import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { timeText } from "../terminal/table.ts";
import { interruption, printable, repeatedly, type Terminal } from "../terminal/terminal.ts";
import { DeliveryLog } from "../webhooks/delivery-log.ts";
import { ActivityLog } from "./activity-log.ts";

const restMs = 1_000;

/** `parley tail activities|deliveries`: follows a log. */
export function addTail(program: Command, terminal: Terminal): void {
  const tail = program.command("tail").description("follow a log");
  tail
    .command("activities")
    .description("the activity log of an organization, or of one document")
    .requiredOption("-o, --organization <id>", "the organization")
    .option("-d, --document <id>", "only of this document")
    .action(async ({ organization, document }: Readonly<Record<string, string>>, command: Command) => {
      const { parley } = await sessionOf(terminal, command);
      const log = new ActivityLog(parley, { organizationId: organization ?? "", documentId: document }, Date.now());
      await follow(terminal, () => log.read(), activityLine);
    });
  tail
    .command("deliveries")
    .description("the webhook deliveries of the API key")
    .action(async (_options, command: Command) => {
      const { parley } = await sessionOf(terminal, command);
      const log = new DeliveryLog(parley, {}, Date.now());
      await follow(terminal, () => log.read(), deliveryLine);
    });
}

async function follow<Entry>(terminal: Terminal, read: () => Promise<Entry[]>, line: (terminal: Terminal, entry: Entry) => string) {
  terminal.note("Following new entries. Ctrl-C ends it.");
  await repeatedly(interruption(), restMs, async () => {
    for (const entry of await read()) {
      if (terminal.json) terminal.value(entry);
      else terminal.print(line(terminal, entry));
    }
  });
}

function activityLine(
  terminal: Terminal,
  { timestamp, featureType, actionType, displayMessage, documentId, actionUser }: ActivitiesListItem,
) {
  const said = displayMessage ?? `${actionUser?.userId ?? "somebody"}: ${actionType}`;
  return `${timeText(timestamp)}  ${terminal.styled("bold", printable(`${featureType} ${actionType}`))}  ${printable(`${documentId ?? ""}  ${said}`)}`;
}

function deliveryLine(
  terminal: Terminal,
  { createdAt, trigger, endpointId, state, webhookId, attempts }: WebhooksListDeliveriesItem,
): string {
  const error = attempts.at(-1)?.error ?? "";
  const style = state === "delivered" ? "green" : state === "failed" ? "red" : "yellow";
  return `${timeText(createdAt)}  ${terminal.styled("bold", trigger)}  ${endpointId}  ${terminal.styled(style, state)}  ${printable(`${webhookId}  ${error}`)}`;
}
