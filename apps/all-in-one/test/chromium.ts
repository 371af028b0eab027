import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Whether there is a Chromium on this machine; says loudly what is skipped without one. */
export function hasChromium(what: string): boolean {
  if (executablePath === undefined) console.warn(`SKIPPED: ${what}, because there is no Chromium on this machine.`);
  return executablePath !== undefined;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
}

/** What a reader with other means than a mouse and sharp eyes would stumble over (WCAG 2.2 A and AA). */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const only = JSON.stringify({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
  return page.evaluate(
    `axe.run(document, ${only}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).slice(0, 3).join(" | ")))`,
  );
}
