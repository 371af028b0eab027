import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { type AuditKeySet, AuditVerification, readCheckpoint } from "@parley/audit";
import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { UsageError } from "../terminal/problem.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";
import { keySetAt, keySetIn } from "./key-set.ts";

interface VerifyOptions {
  readonly checkpoint: string[];
  readonly keys?: string;
  readonly maxAge: string;
}

const hourMs = 3_600_000;

/**
 * `parley audit verify <file>`: checks that an export is unchanged since it was recorded. Only the public keys are requested; everything
 * else is checked offline.
 */
export function addAuditVerify(audit: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  audit
    .command("verify")
    .description("check that an exported audit log is whole and unchanged; reports changed, removed and added records")
    .argument("<file>", "a file written by parley audit export")
    .requiredOption("--checkpoint <jws...>", "a checkpoint or a file with one; several are all compared")
    .option("--keys <file>", "the public keys; by default those at /.well-known/jwks.json of the installation")
    .option("--max-age <hours>", "greatest age of the newest checkpoint, since an old one hides later records; any for an archive", "24")
    .action(async (file: string, options: VerifyOptions, command: Command) => {
      const keys =
        options.keys === undefined ? await keySetAt((await sessionOf(terminal, command)).profile.baseUrl) : await keySetIn(options.keys);
      finish(await verify(terminal, file, options, keys));
    });
}

async function verify(terminal: Terminal, file: string, { checkpoint, maxAge }: VerifyOptions, keys: AuditKeySet): Promise<number> {
  const texts = await Promise.all(checkpoint.map(checkpointText));
  const checkpoints = await Promise.all(texts.map((text) => readCheckpoint(text, keys)));
  const verification = new AuditVerification({ checkpoints, nowMs: Date.now(), maxAgeMs: maxAgeMsOf(maxAge) });
  await using handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code}).`);
  });
  for await (const line of handle.readLines()) if (line !== "") verification.add(line);
  const report = verification.finish();
  const { workspaceId, records, firstSequence, lastSequence, emptied, findings, findingsCount } = report;
  if (terminal.json) terminal.value(report);
  else if (findingsCount === 0) {
    const range = records === 0 ? "" : `, ${firstSequence} to ${lastSequence}`;
    terminal.print(`The audit log of ${workspaceId} is whole and unchanged: ${records} records${range}.`);
  } else {
    for (const { message } of findings) terminal.print(printable(message));
    if (findingsCount > findings.length) terminal.print(`… and ${findingsCount - findings.length} more.`);
    terminal.note(`The audit log differs from what was recorded: ${findingsCount} findings in ${records} records.`);
  }
  if (!terminal.json && emptied.actors + emptied.users > 0) {
    terminal.note(
      `Without personal data: ${emptied.actors} records have no name, address and user agent of their actor, ${emptied.users} no id of a user they are about. The log cannot tell an erasure from another way to empty them.`,
    );
  }
  return findingsCount === 0 ? exitCodes.done : exitCodes.partly;
}

async function checkpointText(given: string): Promise<string> {
  return (existsSync(given) ? await readFile(given, "utf8") : given).trim();
}

function maxAgeMsOf(text: string): number | undefined {
  if (text === "any") return undefined;
  const hours = Number(text);
  if (!(hours > 0)) throw new UsageError(`--max-age is ${text.slice(0, 100)}; it takes a number of hours, or any.`);
  return hours * hourMs;
}
