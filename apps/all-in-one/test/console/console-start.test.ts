import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runtimes } from "../guides/programs.ts";
import type { Workspace } from "../support/customer.ts";
import type { Parley } from "../support/parley.ts";
import { type ConsoleInBrowser, hasChromium, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let parley: Parley;
let workspace: Workspace;
let page: Page;

// How each language's client is installed according to its guide; curl is available.
const installs = {
  curl: "curl",
  TypeScript: "npm install <checkout>/libs/sdk-typescript/dist",
  Python: "pip install <checkout>/libs/sdk-python",
  Go: "<checkout>/libs/sdk-go && go mod tidy",
} as const;

describe.skipIf(!hasChromium)("how an API key is set up, in a browser", () => {
  beforeAll(async () => {
    started = await startConsole();
    ({ parley, workspace, page } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  test.each(Object.entries(installs))(
    "an empty API key shows working first calls in %s, and their step in the list is ticked",
    { timeout: 120_000 },
    async (language, install) => {
      const { apiKey, authToken } = await newKey(language);
      await page.goto(`${parley.url}/console/k/${apiKey}`);
      await page.getByText("0 of 4 done").waitFor();
      await page.getByRole("radiogroup", { name: "Language" }).getByText(language, { exact: true }).click();
      expect(await violations(page)).toEqual([]);
      const program = (await page.getByTestId("first-calls").textContent()) ?? "";
      expect(program).toContain(apiKey);
      expect(program).not.toContain("sk_");
      expect(program).toContain(install);

      const child = await run(language, program, authToken);
      if (typeof child === "string") return console.warn(`SKIPPED: the first calls in ${language}, because ${child}.`);
      const [[code], failed] = await Promise.all([once(child, "exit"), child.stderr ? text(child.stderr) : ""]);
      expect([code, failed]).toEqual([0, ""]);

      await page.getByText("2 of 4 done").waitFor({ timeout: 15_000 });
      expect(await page.getByTestId("first-calls").count()).toBe(0);
      await page.getByRole("button", { name: "Hide" }).click();
      await page.reload();
      await page.getByRole("table", { name: "Latest activity" }).getByRole("link", { name: "added a comment" }).waitFor();
      expect(await page.getByRole("region", { name: "Get started" }).count()).toBe(0);
    },
  );

  test("the list of first steps ticks finished steps, and disappears when all are finished", { timeout: 60_000 }, async () => {
    await started.open("");
    await page.getByText("2 of 4 done").waitFor();
    await workspace.customer.data("/v2/workspace/webhookconfig/update", {
      useWebhookService: true,
      webhookServiceConfig: { rawNotificationUrl: "http://127.0.0.1:9009/hook" },
    });
    await page.reload();
    await page.getByText("3 of 4 done").waitFor();
    await workspace.customer.data("/v2/workspace/emailconfig/update", {
      useEmailService: true,
      emailServiceConfig: { fromEmail: "hello@example.com" },
    });

    await page.reload();
    await page.getByRole("table", { name: "Latest activity" }).waitFor();
    await page.getByText("4 of 4 done").waitFor({ state: "hidden" });
    expect(await page.getByRole("region", { name: "Get started" }).count()).toBe(0);
  });

  test("the menu leads to the reference of the API", { timeout: 60_000 }, async () => {
    await started.open("");
    const link = page.getByRole("link", { name: "API reference" });
    await link.waitFor();

    const { status } = await workspace.customer.send((await link.getAttribute("href")) ?? "", undefined, { method: "GET" });
    expect(status).toBe(200);
  });
});

async function newKey(apiKeyName: string): Promise<{ apiKey: string; authToken: string }> {
  const { apiKey } = await workspace.owner.data("/v2/workspace/apikey/create", {
    apiKeyName,
    ownerEmail: "owner@example.com",
    type: "testing",
  });
  const { token: authToken } = await workspace.owner.data("/v2/workspace/authtokens/create", { apiKey, name: apiKeyName });
  return { apiKey, authToken };
}

/** Runs a program of the page, or returns why it cannot. */
async function run(language: string, program: string, authToken: string): Promise<ChildProcess | string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { PARLEY_AUTH_TOKEN: authToken, HOME: process.env.HOME ?? "" };
  if (language === "curl") return spawn("bash", ["-ec", program], { cwd: folder, env: { PATH: process.env.PATH, ...environment } });
  const name = { TypeScript: "JavaScript on this Node", Python: "Python", Go: "Go" }[language];
  const [, , start] = runtimes.find(([known]) => known === name) ?? [];
  return start?.(program, folder, environment) ?? `there is no way to run ${language}`;
}
