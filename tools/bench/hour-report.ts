import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { growthOf } from "../storm/soak/growth.ts";
import type { Sample, SampleKind } from "../storm/soak/samples.ts";
import { median } from "./figures.ts";
import { type Panel, plot } from "./plot.ts";

interface Hour {
  readonly minutes: number;
  readonly perSecond: number;
  readonly samples: readonly Sample[];
}

/** A line of the plot: at each time the sum of the series with this name. */
interface Line {
  readonly name: string;
  readonly kind: SampleKind;
  readonly of: (name: string) => boolean;
}

const picture = join(import.meta.dirname, "hour.svg");
const figures = join(import.meta.dirname, "hour.json");

// Tables whose rows are removed by age after days: they grow with everything that is written.
const kept =
  /\.(inbox|webhook_(deliveries|attempts|payloads|documents)|erasures|erasures_done|erasure_jobs|erasure_tasks|erasure_marks|removals|idempotency_records|key_minutes|minute_reports)$/;
const isQueue = (name: string) => /\.(outbox|work|\w+_queue)$/.test(name);
const isKept = (name: string) => kept.test(name);
const isContent = (name: string) => !isQueue(name) && !isKept(name);
const named = (kind: SampleKind, name: string): Line => ({ name, kind, of: (other) => other === name });

const panels: readonly { readonly title: string; readonly lines: readonly Line[] }[] = [
  { title: "Memory of the process, MB", lines: [named("memory MB", "all-in-one")] },
  { title: "Open files of the process", lines: [named("open files", "all-in-one")] },
  {
    title: "Rows that wait",
    lines: [
      { name: "events (outboxes)", kind: "queued", of: (name) => name.endsWith(".outbox") },
      { name: "work", kind: "queued", of: (name) => name.endsWith(".work") },
      { name: "webhooks, mails", kind: "queued", of: (name) => name.endsWith("_queue") },
      { name: "open erasures", kind: "open jobs", of: () => true },
    ],
  },
  {
    title: "Tables with their indexes, MB",
    lines: [
      { name: "queues", kind: "table MB", of: isQueue },
      { name: "content", kind: "table MB", of: isContent },
      { name: "kept for days", kind: "table MB", of: isKept },
    ],
  },
  {
    title: "Dead rows not yet vacuumed",
    lines: [
      { name: "queues", kind: "dead rows", of: isQueue },
      { name: "content", kind: "dead rows", of: isContent },
      { name: "kept for days", kind: "dead rows", of: isKept },
    ],
  },
  {
    title: "Request times since due, ms",
    lines: [named("requests", "p50 ms"), named("requests", "p99 ms"), named("requests", "load late by ms")],
  },
];

/** Plots the hour, writes its figures next to the plot, and prints the values at its start and end. */
export async function reportHour({ minutes, perSecond, samples }: Hour): Promise<void> {
  const drawn = panels.map(({ title, lines }) => ({
    title,
    lines: lines.map((line) => ({ name: line.name, points: pointsOf(line, samples) })),
  }));
  const rows = drawn.flatMap((panel) =>
    panel.lines.map((line) => ({ what: `${panel.title}: ${line.name}`, ...beginningAndEnd(line.points) })),
  );
  const webhooks = samples.filter(({ kind, name }) => kind === "requests" && name === "webhooks received");
  const received = webhooks.reduce((sum, { value }) => sum + value, 0);
  await writeFile(picture, plot(drawn));
  await writeFile(
    figures,
    `${JSON.stringify({ minutes, requestsPerSecond: perSecond, webhooksReceived: received, figures: rows }, null, 2)}\n`,
  );
  console.log(
    `${minutes} minutes at ${perSecond} requests/s, ${received} webhooks received; medians of the second eighth and of the last, most:`,
  );
  for (const { what, early, late, most } of rows) console.log(`  ${what.padEnd(64)} ${early} -> ${late}, ${most}`);
  for (const { kind, name, early, late } of growthOf(samples, minutes * 60).filter(({ leaks }) => leaks))
    console.log(`  LEAKS: ${kind} of ${name} went from ${early} to ${late}`);
  console.log(`The plot is ${picture}.`);
}

type Points = Panel["lines"][number]["points"];

function pointsOf({ kind, of }: Line, samples: readonly Sample[]): Points {
  const own = samples.filter((sample) => sample.kind === kind && of(sample.name));
  const times = Map.groupBy(own, ({ atS }) => atS);
  return [...times].map(([atS, at]) => [atS / 60, at.reduce((sum, { value }) => sum + value, 0)] as const);
}

function beginningAndEnd(points: Points): { early: number; late: number; most: number } {
  const part = (from: number, to: number) =>
    rounded(median(points.slice(Math.floor(points.length * from), Math.ceil(points.length * to)).map(([, value]) => value)));
  return { early: part(1 / 8, 1 / 4), late: part(7 / 8, 1), most: rounded(Math.max(...points.map(([, value]) => value))) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
