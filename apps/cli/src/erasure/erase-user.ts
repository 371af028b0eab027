import { setTimeout as delay } from "node:timers/promises";
import { confirm } from "@clack/prompts";
import type { RemovalCounts } from "@parley/sdk";
import type { Command } from "commander";
import { type Session, sessionOf } from "../profiles/session.ts";
import { Interrupted, UsageError } from "../terminal/problem.ts";
import { progressOf } from "../terminal/progress.ts";
import { table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addEraseVerify } from "./erase-verify.ts";

interface EraseOptions {
  readonly organization?: readonly string[];
  readonly wait?: true;
  readonly yes?: true;
  readonly dryRun?: true;
}

const restMs = 1_000;

/** `parley erase user`: erases all data of users, and can wait until it is done. */
export function addErase(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  const erasing = program.command("erase").description("erase data, and verify certificates of erasure");
  addEraseVerify(erasing, terminal, finish);
  erasing
    .command("user")
    .description("remove all data of users from every service; this cannot be undone")
    .argument("<userId...>", "ids of the users")
    .option("-o, --organization <id...>", "only data in these organizations")
    .option("--wait", "wait until everything is removed")
    .option("-y, --yes", "do not ask")
    .option("-n, --dry-run", "remove nothing, and print what would be removed")
    .action(async (userIds: readonly string[], options: EraseOptions, command: Command) => {
      const session = await sessionOf(terminal, command);
      if (options.dryRun) return count(session, userIds, options);
      await agree(terminal, userIds, options);
      await erase(session, userIds, options);
    });
}

async function agree(terminal: Terminal, userIds: readonly string[], { organization, yes }: EraseOptions): Promise<void> {
  if (yes) return;
  if (!terminal.isInteractive)
    throw new UsageError("Erasing cannot be undone, and there is no terminal to ask for confirmation: run it with --yes.");
  const where = organization === undefined ? "all organizations" : organization.join(", ");
  const answer = await confirm({ message: `Erase all data of ${userIds.join(", ")} in ${where}?`, initialValue: false });
  if (answer !== true) throw new Interrupted();
}

type Count = RemovalCounts["counts"][number];

async function count({ terminal, parley }: Session, userIds: readonly string[], { organization }: EraseOptions): Promise<void> {
  const { counts } = await parley.users.deleteDataDryRun({
    userIds,
    ...(organization === undefined ? {} : { organizationIds: organization }),
  });
  if (terminal.json) return terminal.value({ counts });
  const found = counts.filter(({ rows }) => rows !== 0);
  if (found.length === 0) return terminal.print("Nothing would be removed.");
  const columns = {
    service: ({ service }: Count) => service,
    collection: ({ collection }: Count) => collection,
    rows: ({ rows }: Count) => rows,
  };
  for (const line of table(found, columns)) terminal.print(line);
}

async function erase({ terminal, parley }: Session, userIds: readonly string[], options: EraseOptions): Promise<void> {
  const { organization: organizationIds, wait } = options;
  const { jobId, tasksCount } = await parley.users.deleteData({ userIds, ...(organizationIds === undefined ? {} : { organizationIds }) });
  if (!wait) {
    if (terminal.json) return terminal.value({ jobId, tasksCount, isDeleteCompleted: false });
    return terminal.print(
      `The data is hidden, and job ${jobId} removes it. parley call users.getDataDeletion '{"jobId":"${jobId}"}' shows the progress.`,
    );
  }
  const progress = progressOf(terminal, tasksCount, `Erasing, job ${jobId}`);
  for (;;) {
    const { isDeleteCompleted, tasksLeft, lastTaskCompletedTime } = await parley.users.getDataDeletion({ jobId });
    progress.reach(tasksCount - tasksLeft, `${tasksLeft} tasks are left`);
    if (isDeleteCompleted) {
      progress.end(`Everything is removed (job ${jobId}).`);
      if (terminal.json) terminal.value({ jobId, tasksCount, isDeleteCompleted, lastTaskCompletedTime });
      return;
    }
    await delay(restMs);
  }
}
