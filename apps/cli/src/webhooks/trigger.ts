import { webhookTriggers } from "@parley/sdk";
import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { UsageError } from "../terminal/problem.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";

/** `parley webhooks trigger`: sends a test event to the endpoints of the API key. */
export function addTrigger(webhooks: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  webhooks
    .command("trigger")
    .description("send a test event to the configured endpoints, and show their responses")
    .argument("<event>", webhookTriggers.join(", "))
    .option("--endpoint <id>", "only this endpoint: raw, processed, or the id of another")
    .action(async (event: string, { endpoint }: { readonly endpoint?: string }, command: Command) => {
      const trigger = webhookTriggers.find((name) => name === event);
      if (trigger === undefined)
        throw new UsageError(`There is no event ${event.slice(0, 100)}; the events are ${webhookTriggers.join(", ")}.`);
      const { parley } = await sessionOf(terminal, command);
      const results = await parley.webhooks.test({ trigger, ...(endpoint === undefined ? {} : { endpointId: endpoint }) });
      if (results.some(({ success }) => !success)) finish(exitCodes.partly);
      if (terminal.json) return terminal.value(results);
      for (const { endpointId, success, attempt } of results) {
        const said = attempt === null ? "nothing was sent" : (attempt.error ?? `the endpoint responded ${attempt.status}`);
        terminal.print(`${endpointId}: ${terminal.styled(success ? "green" : "red", printable(said))} (${attempt?.durationMs ?? 0} ms)`);
      }
    });
}
