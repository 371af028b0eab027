import { startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { addsWithoutFeed } from "./changes-adds.ts";
import { bytesOfStream } from "./changes-memory.ts";
import { delivered, idle, readFromStart } from "./changes-streams.ts";
import { spreadOf, told } from "./figures.ts";

// `npm run bench -- changes`, or `changes:idle`, `memory`, `delivery`, `start`, `adds`: the cost and the speed of the feed of changes.
const most = { addsRatio: 1.05, deliveryMs: 250, idlePart: 0.02, idleBytes: 20 * 1_024 } as const;
const leastPerSecond = 20_000;

type Hold = (isKept: boolean, sentence: string) => void;

/** Returns the promises that did not hold. */
export async function benchChanges(asked: readonly string[] = []): Promise<readonly string[]> {
  const wants = (...parts: readonly string[]) => asked.length === 0 || parts.some((part) => asked.includes(part));
  const broken: string[] = [];
  const hold: Hold = (isKept, sentence) => {
    console.log(sentence);
    if (!isKept) broken.push(`Not as promised: ${sentence}`);
  };
  if (wants("idle", "memory", "delivery", "start")) await readers(wants, hold);
  if (wants("adds")) {
    const ratios = await addsWithoutFeed();
    hold(
      spreadOf(ratios).median <= most.addsRatio,
      `Adding comments with the feed against without: ${told(spreadOf(ratios))} times (at most ${most.addsRatio}).`,
    );
  }
  return broken;
}

async function readers(wants: (part: string) => boolean, hold: Hold): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { createDatabase, folder } = stack.use(await scratchPostgres({ durable: false }));
  const installation = stack.use(await startInstallation({ shape: "all-in-one", databaseUrl: await createDatabase("parley") }));
  if (wants("idle")) {
    const { streams, part } = await idle(installation);
    hold(
      part <= most.idlePart,
      `${streams} idle streams: ${(part * 100).toFixed(1)} % of a core more than without (at most ${most.idlePart * 100} %).`,
    );
  }
  if (wants("memory")) {
    const bytes = await bytesOfStream(await createDatabase("memory"), folder);
    hold(bytes <= most.idleBytes, `An idle stream: ${(bytes / 1_024).toFixed(1)} KiB of memory (at most ${most.idleBytes / 1_024}).`);
  }
  if (wants("delivery")) {
    const { streams, perSecond, p50, p99 } = await delivered(installation);
    const figures = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
    hold(
      p99 <= most.deliveryMs,
      `Change to stream at ${perSecond.toFixed(0)} changes/s with ${streams} streams: ${figures} (at most ${most.deliveryMs}).`,
    );
  }
  if (wants("start")) {
    for (const { form, rates } of await readFromStart(installation)) {
      const { median } = spreadOf(rates);
      const least = leastPerSecond.toLocaleString("en");
      hold(
        median >= leastPerSecond,
        `From the start by ${form}: ${Math.round(median).toLocaleString("en")} changes/s (at least ${least}).`,
      );
    }
  }
}
