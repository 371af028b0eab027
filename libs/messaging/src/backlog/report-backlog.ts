import { type ConfigOf, type Host, integer } from "@parley/runtime";
import { PollLoop } from "../loops/poll-loop.ts";

/** The setting of a module that reports what waits. */
export const backlogSettings = {
  backlogReportMs: integer("PARLEY_BACKLOG_REPORT_MS", {
    description: "Milliseconds between two times that a service reports what waits for each API key, for the overview of the console.",
    default: 30_000,
    min: 100,
    max: 60_000,
  }),
};

const minuteMs = 60_000;

interface Sampling<Waiting> {
  /** What waits now, by API key; those with nothing are left out. */
  readonly read: () => Promise<readonly Waiting[]>;
  /** Undefined where the workspace service is not known. */
  readonly record: ((minutes: (Waiting & { readonly minuteMs: bigint })[]) => Promise<unknown>) | undefined;
}

/** Tells the workspace service every so often what waits for each API key, while the process runs. Processes that do so at the same time say the same. */
export function reportBacklog<Waiting extends object>(
  host: Host,
  { backlogReportMs }: ConfigOf<typeof backlogSettings>,
  { read, record }: Sampling<Waiting>,
): void {
  if (record === undefined) return;
  const loop = new PollLoop(host.log, "Reporting what waits", async () => {
    const waiting = await read();
    const now = BigInt(Math.floor(Date.now() / minuteMs) * minuteMs);
    if (waiting.length > 0) await record(waiting.map((each) => ({ ...each, minuteMs: now })));
    return { ms: backlogReportMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
