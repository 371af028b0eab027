import { Parley } from "@parley/sdk";
import type { Command } from "commander";
import { profileOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";
import {
  checkClock,
  checkCredentials,
  checkDeliveries,
  checkMails,
  checkReach,
  checkVersion,
  checkWebhooks,
  checkWorkspace,
} from "./checks.ts";
import { type Finding, Observed } from "./observed.ts";

// The usual address of a Parley on this machine.
const likelyUrl = "http://localhost:8080";
const noProfile: Finding = {
  verdict: "note",
  text: `no address is configured, so ${likelyUrl} is tried; \`parley login\` stores the address and credentials`,
};

/** `parley doctor`: checks whether Parley can be reached, the credentials, and what keeps webhooks and mails from arriving. */
export function addDoctor(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  program
    .command("doctor")
    .description("check reach, version, clock, credentials, webhook endpoint and mails")
    .option("--mail-to <address>", "send a test mail to this address")
    .action(async ({ mailTo }: { readonly mailTo?: string }, command: Command) => {
      const observed = new Observed();
      const known = await profileOf(command);
      const profile = { ...known, baseUrl: known.baseUrl ?? likelyUrl };
      const parley = new Parley({ ...profile, fetch: observed.fetch, maxRetries: 0, timeoutMs: 10_000 });
      const checks: Readonly<Record<string, () => Promise<Finding | undefined>>> = {
        profile: async () => (known.baseUrl === undefined ? noProfile : undefined),
        reach: () => checkReach(profile),
        version: () => checkVersion(profile),
        credentials: () => checkCredentials(parley, profile),
        clock: async () => checkClock(observed),
        workspace: () => checkWorkspace(parley, profile),
        "webhook endpoint": () => checkWebhooks(parley, profile),
        deliveries: () => checkDeliveries(parley, profile),
        mails: () => checkMails(parley, profile, mailTo),
      };
      const findings: Record<string, Finding> = {};
      for (const [name, check] of Object.entries(checks)) {
        const finding = await check();
        if (finding === undefined) continue;
        findings[name] = finding;
        if (!terminal.json) terminal.print(line(terminal, name, finding));
      }
      if (terminal.json) terminal.value(findings);
      if (Object.values(findings).some(({ verdict }) => verdict === "bad")) finish(exitCodes.partly);
    });
}

const marks = { good: "✓", bad: "✗", note: "·" } as const;
const styles = { good: "green", bad: "red", note: "yellow" } as const;

function line(terminal: Terminal, name: string, { verdict, text }: Finding): string {
  return `${terminal.styled(styles[verdict], marks[verdict])} ${name.padEnd(16)} ${printable(text)}`;
}
