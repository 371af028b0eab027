import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { launchChromium, openDemo } from "./demo-page.ts";

// `npm run console:pictures [-- 240]`: starts the demo as `npm start` does, sends a customer's requests for that many seconds, and takes
// the pictures of the READMEs in light and dark.
const folder = join(workspaceRoot, "apps/console/pictures");
const mostBytes = 150_000;
const views = [
  { name: "overview", path: "", ready: (page: Page) => page.getByLabel(/^Requests per minute/) },
  { name: "thread", path: "/places/acme/welcome/typo", ready: (page: Page) => page.getByRole("heading", { level: 1 }) },
];
// So long that the plots by the minute show a curve.
const trafficMs = Number(process.argv[2] ?? 240) * 1_000;

await using installation = await startInstallation({ shape: "all-in-one", environment: { PARLEY_CONSOLE_LINKS: "true" } });
const browser = await launchChromium();
try {
  const page = await openDemo(browser, installation, { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Hide" }).click();
  await sendRequests(installation);
  const overview = page.url().replace(/\/+$/, "");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { name, path, ready } of views) {
      await page.goto(overview + path);
      await ready(page).first().waitFor();
      await page.waitForLoadState("networkidle");
      await take(page, `${name}-${colorScheme}.webp`);
    }
  }
} finally {
  await browser.close();
}

/** Sends the comments of a conversation, and reads as an application's users cause them, at a varying rate. */
async function sendRequests({ demo }: Installation): Promise<void> {
  const { customer } = await demo();
  const place = { organizationId: "acme", documentId: "welcome" };
  const comments = [
    { from: { userId: "bob", name: "Bob Brown" }, commentText: "Which line? I see two candidates." },
    { from: { userId: "alice", name: "Alice Adams" }, commentText: "The second one, below the picture." },
    { from: { userId: "carol", name: "Carol Chen" }, commentText: "Mended in the draft. Please look again." },
  ];
  await customer.ask("/v2/commentannotations/comments/add", { ...place, annotationId: "typo", commentData: comments });
  const beganMs = performance.now();
  for (let count = 0; performance.now() - beganMs < trafficMs; count++) {
    await customer.ask("/v2/users/get", { organizationId: "acme" });
    if (count % 5 === 0) await customer.ask("/v2/commentannotations/get", place);
    await delay(60 + 50 * Math.sin((performance.now() - beganMs) / 20_000));
  }
}

async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  await session.detach();
  const picture = Buffer.from(data, "base64");
  if (picture.length > mostBytes) throw new Error(`${name} has ${picture.length} bytes, more than the limit of ${mostBytes} for a README.`);
  await writeFile(join(folder, name), picture);
  console.log(`${name}: ${picture.length} bytes`);
}
