import { Command, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addMcp } from "./agents/mcp.ts";
import { addAuditExport } from "./audit/export.ts";
import { addAuditVerify } from "./audit/verify.ts";
import { addCall } from "./calls/call.ts";
import { addCompletion } from "./calls/completion.ts";
import { addOperations } from "./calls/operations.ts";
import { addChanges } from "./changes/changes.ts";
import { addConvert } from "./convert/convert.ts";
import { addDoctor } from "./doctor/doctor.ts";
import { addErase } from "./erasure/erase-user.ts";
import { addLimits } from "./limits/limits.ts";
import { addNouns } from "./lists/nouns.ts";
import { addConsole } from "./profiles/console-link.ts";
import { addLogin } from "./profiles/login.ts";
import { profileFields } from "./profiles/profile.ts";
import { addTail } from "./tail/tail.ts";
import { type ExitCode, exitCodes, exitCodesText } from "./terminal/exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { addExport } from "./transfer/export/export.ts";
import { addImport } from "./transfer/import/import.ts";
import { addUsage } from "./usage/usage.ts";
import { addListen } from "./webhooks/listen.ts";
import { addTrigger } from "./webhooks/trigger.ts";

/** Runs a command, and returns its exit code unless it fails. */
export async function program(terminal: Terminal, words: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.done;
  const finish = (code: number) => {
    exitCode = code as ExitCode;
  };
  const root = commands(terminal, finish);
  await root.parseAsync(words, { from: "user" });
  return exitCode;
}

/** Every command with its options. Nothing is run or printed before words are parsed. */
function commands(terminal: Terminal, finish: (exitCode: number) => void): Command {
  const root = new Command("parley")
    .description("Parley from a terminal.")
    .version(manifest.version)
    .exitOverride()
    .showHelpAfterError("Run it with --help for usage.")
    .addHelpText("after", exitCodesText);
  root.option("--json", "print results and errors as JSON").option("-p, --profile <name>", "the profile to use (PARLEY_PROFILE)");
  for (const { option, variable, text } of profileFields) root.addOption(new Option(option, `${text} (${variable})`));

  addLogin(root, terminal);
  addConsole(root, terminal);
  addCall(root, terminal, finish);
  addOperations(root, terminal);
  addNouns(root, terminal);
  const webhooks = root.command("webhooks").description("webhooks on this machine");
  addListen(webhooks, terminal);
  addTrigger(webhooks, terminal, finish);
  addTail(root, terminal);
  addChanges(root, terminal);
  addErase(root, terminal, finish);
  addAudit(root, terminal, finish);
  addUsage(root, terminal);
  addLimits(root, terminal);
  addExport(root, terminal);
  addConvert(root, terminal);
  addImport(root, terminal, finish);
  addDoctor(root, terminal, finish);
  addMcp(root, terminal);
  addCompletion(root, terminal);
  obeyJsonEverywhere(root);
  return root;
}

// `--json` may be given after a subcommand as well as before it.
function obeyJsonEverywhere(command: Command): void {
  for (const sub of command.commands) {
    sub.addOption(new Option("--json").hideHelp());
    obeyJsonEverywhere(sub);
  }
}

/** `parley audit`: exports the audit log of the workspace, and verifies an export. */
function addAudit(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  const audit = program.command("audit").description("the audit log of the workspace");
  addAuditExport(audit, terminal, finish);
  addAuditVerify(audit, terminal, finish);
}
