import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Installation } from "../installation/installation.ts";

/** The browser of the machine, which the console's tests use, too. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("There is no Chromium on this machine.");
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** The overview of the demo, signed in by the link that the start printed, which works once. */
export async function openDemo(browser: Browser, installation: Installation, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(await signInLink(installation));
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return page;
}

async function signInLink({ folder, gateway }: Installation): Promise<string> {
  for (;;) {
    const text = await readFile(join(folder, "logs/all-in-one.log"), "utf8");
    const link = /http:\S+\/console#code=\S+/.exec(text)?.[0];
    if (link !== undefined) return link;
    if (gateway.hasEnded) throw new Error(`Parley ended before it had printed a link:\n${text}`);
    await delay(50);
  }
}
