import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resetEmbeddedPostgres } from "@parley/embedded-postgres";
import { type Browser, chromium } from "playwright-core";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";

// `npm run console:paint [-- 10]`: starts the demo as `npm start` does, opens its overview in Chromium so many times with an empty cache, and prints when the
// first words were painted and when the largest part was. Fails when the first paint took more than a second most of the time.
const boundMs = 1_000;
const times = Number(process.argv[2] ?? 10);
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (executablePath === undefined) throw new Error("There is no Chromium on this machine.");

await bundle("all-in-one");
const folder = await mkdtemp(join(tmpdir(), "parley-paint-"));
await chmod(folder, 0o755);
const server = start();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const link = await signInLink(server);
  process.exitCode = (await measure(browser, link)) ? 0 : 1;
} finally {
  await browser.close();
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  await resetEmbeddedPostgres(join(folder, "data/postgres"));
  await rm(folder, { recursive: true, force: true });
}

function start(): ChildProcess {
  const names = ["GATEWAY", "OPS", "WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER"];
  const ports = Object.fromEntries(names.map((name) => [`PARLEY_${name}_PORT`, "0"]));
  return spawn(process.execPath, [join(workspaceRoot, "apps/all-in-one/dist/main.js")], {
    env: {
      PATH: process.env.PATH,
      ...ports,
      PARLEY_DATA_DIR: join(folder, "data"),
      PARLEY_CONSOLE_LINKS: "true",
      PARLEY_LOG_PRETTY: "false",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The address that the start prints, which signs in to the demo. */
async function signInLink({ stdout }: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    const link = /http:\S+\/console#code=\S+/.exec(text)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error(`The start ended before it had printed a link:\n${text}`);
}

interface Paint {
  readonly first: number;
  readonly largest: number;
}

/** Whether most first paints came within the bound. */
async function measure(of: Browser, link: string): Promise<boolean> {
  const signedIn = await of.newContext();
  const page = await signedIn.newPage();
  await page.goto(link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const [url, storageState] = [page.url(), await signedIn.storageState()];
  await signedIn.close();
  const paints: Paint[] = [];
  for (let nth = 0; nth < times; nth++) paints.push(await paintOf(of, url, storageState));
  for (const kind of ["first", "largest"] as const) {
    const sorted = paints.map((paint) => Math.round(paint[kind])).sort((a, b) => a - b);
    console.log(`${kind} contentful paint, ${times} times with an empty cache: median ${middle(sorted)} ms, longest ${sorted.at(-1)} ms`);
  }
  return middle(paints.map(({ first }) => first).sort((a, b) => a - b)) <= boundMs;
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** A separate context has its own cache. */
async function paintOf(
  of: Browser,
  url: string,
  storageState: Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>,
) {
  const context = await of.newContext({ storageState });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("table", { name: "Threads" }).waitFor();
  const paint = await page.evaluate<Paint>(`new Promise((resolve) => new PerformanceObserver((list) => resolve({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    largest: list.getEntries().at(-1).startTime,
  })).observe({ type: "largest-contentful-paint", buffered: true }))`);
  await context.close();
  return paint;
}
