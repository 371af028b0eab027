import { type ConfigOf, constant, type Host } from "@parley/runtime";
import { PollLoop } from "../loops/poll-loop.ts";

/** The setting of a module that reports its backlog. */
export const backlogSettings = {
  /** Milliseconds between two reports of each API key's backlog, for the console's overview. */
  backlogReportMs: constant(30_000),
};

const minuteMs = 60_000;

interface Sampling<Waiting> {
  /** The current backlog by API key; keys with nothing waiting are left out. */
  readonly read: () => Promise<readonly Waiting[]>;
  /** Undefined where the workspace service is not configured. */
  readonly record: ((minutes: (Waiting & { readonly minuteMs: bigint })[]) => Promise<unknown>) | undefined;
}

/**
 * Reports the backlog of each API key to the workspace service at intervals while the process runs. Several processes that report at the
 * same time report the same values.
 */
export function reportBacklog<Waiting extends object>(
  host: Host,
  { backlogReportMs }: ConfigOf<typeof backlogSettings>,
  { read, record }: Sampling<Waiting>,
): void {
  if (record === undefined) return;
  const loop = new PollLoop(host.log, "Reporting backlogs", async () => {
    const waiting = await read();
    const now = BigInt(Math.floor(Date.now() / minuteMs) * minuteMs);
    if (waiting.length > 0) await record(waiting.map((each) => ({ ...each, minuteMs: now })));
    return { ms: backlogReportMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
