import { setTimeout as delay } from "node:timers/promises";
import { runProcess } from "@parley/runtime";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { adminToken, environmentOver } from "../installation/environment.ts";
import { startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { quantile, residentMiB } from "./figures.ts";
import { liveBytes } from "./live-bytes.ts";
import { PagesHolder } from "./pages-holder.ts";
import { newPages } from "./pages-stage.ts";

// `npm run bench -- pages`, or `pages:load`, `pages:memory`: open pages of users at one gateway. Each page has a stream of its document's
// changes and sends a request every ten seconds.
const pages = 2_000;
const commentsPerSecond = 5;
const [warmMs, measuredMs] = [30_000, 60_000];
const most = { requestMs: 100, arrivalMs: 300, pageBytes: 40 * 1_024 } as const;

type Hold = (isKept: boolean, sentence: string) => void;

/** Returns the promises that were broken. */
export async function benchPages(asked: readonly string[] = []): Promise<readonly string[]> {
  const broken: string[] = [];
  const hold: Hold = (isKept, sentence) => {
    console.log(sentence);
    if (!isKept) broken.push(`Not as promised: ${sentence}`);
  };
  await using postgres = await scratchPostgres({ durable: true });
  if (asked.length === 0 || asked.includes("load")) await load(await postgres.createDatabase("load"), hold);
  if (asked.length === 0 || asked.includes("memory")) await memory(await postgres.createDatabase("memory"), postgres.folder, hold);
  return broken;
}

async function load(databaseUrl: string, hold: Hold): Promise<void> {
  await using installation = await startInstallation({ shape: "all-in-one", databaseUrl });
  const places = await newPages(installation.url, adminToken, pages);
  const before = residentMiB(installation.gateway.pid);
  const halves = [places.slice(0, pages / 2), places.slice(pages / 2)];
  const holders = await Promise.all(
    halves.map((half) => PagesHolder.open({ url: installation.url, places: half, commentsPerSecond: commentsPerSecond / halves.length })),
  );
  await delay(warmMs);
  for (const holder of holders) holder.measure();
  await delay(measuredMs);
  const reports = await Promise.all(holders.map((holder) => holder.report()));
  const resident = residentMiB(installation.gateway.pid);
  for (const holder of holders) holder.close();
  const [requestsMs, arrivalsMs] = [reports.flatMap((report) => report.requestsMs), reports.flatMap((report) => report.arrivalsMs)];
  const missing = reports.reduce((sum, report) => sum + report.missing, 0);
  const refused = reports.reduce((sum, report) => sum + report.refused, 0);
  const [p50, p99] = [quantile(requestsMs, 0.5), quantile(requestsMs, 0.99)];
  hold(
    p99 <= most.requestMs && refused === 0,
    `${requestsMs.length} requests of ${pages} open pages, ${(requestsMs.length / (measuredMs / 1_000)).toFixed(0)}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (at most ${most.requestMs}); ${refused} were refused.`,
  );
  const p95 = quantile(arrivalsMs, 0.95);
  hold(
    p95 <= most.arrivalMs && missing === 0,
    `${arrivalsMs.length} comments arrived at another page during that time: p50 ${quantile(arrivalsMs, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (at most ${most.arrivalMs}); ${missing} did not arrive.`,
  );
  console.log(`Resident memory of the process: ${before} MiB before the pages, ${resident} MiB with them.`);
}

async function memory(databaseUrl: string, folder: string, hold: Hold): Promise<void> {
  const environment = { ...environmentOver(databaseUrl), PARLEY_DATA_DIR: folder, PARLEY_GATEWAY_PORT: "0", PARLEY_LOG_LEVEL: "error" };
  const running = await runProcess(modules, environment);
  const url = running.addresses.get("gateway") ?? "";
  const places = await newPages(url, adminToken, pages);
  const open = async (some: typeof places) => {
    const holder = await PagesHolder.open({ url, places: some, commentsPerSecond: 0 });
    // By now each page has sent requests, and keeps its connection for them.
    await delay(warmMs);
    return holder;
  };
  // The first pages also allocate what all pages share.
  const first = await open(places.slice(0, pages / 2));
  const before = await liveBytes();
  const second = await open(places.slice(pages / 2));
  const bytes = ((await liveBytes()) - before) / (pages / 2);
  for (const holder of [first, second]) holder.close();
  await running.stop();
  hold(bytes <= most.pageBytes, `An open page: ${(bytes / 1_024).toFixed(1)} KiB of memory (at most ${most.pageBytes / 1_024}).`);
}
