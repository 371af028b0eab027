import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Whether there is a Chromium on this machine. Without one it warns which tests are skipped. */
export function hasChromium(what: string): boolean {
  if (executablePath === undefined) console.warn(`SKIPPED: ${what}, because there is no Chromium on this machine.`);
  return executablePath !== undefined;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
}

/** The violations of WCAG 2.2 A and AA on the page. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const only = JSON.stringify({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
  return page.evaluate(
    `axe.run(document, ${only}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).slice(0, 3).join(" | ")))`,
  );
}
