import { withConstants } from "@parley/runtime";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import type { Parley } from "../support/parley.ts";
import { type ConsoleInBrowser, hasChromium, loaded, signIn, startConsole, violations } from "./console-browser.ts";
import { addMany, markup } from "./console-data.ts";

let started: ConsoleInBrowser;
let parley: Parley;
let workspace: Workspace;
let context: BrowserContext;
let page: Page;
let open: ConsoleInBrowser["open"];

describe.skipIf(!hasChromium)("the pages of the console in a browser", () => {
  beforeAll(async () => {
    started = await startConsole({ PARLEY_ACTIVITY_MAX_THREAD_COMMENTS: "2000", ...withConstants({ trafficReportMs: 100 }) });
    ({ parley, workspace, context, page, open } = started);
  }, 120_000);
  afterAll(() => started?.stop());

  const pages: readonly (readonly [string | RegExp, string])[] = [
    ["Overview", ""],
    ["Content", "/places"],
    ["Acme Inc.", "/places/acme"],
    [markup, "/places/acme/marked"],
    [/gnp\.exe/, "/places/acme/marked/marked"],
    ["People", "/people"],
    ["People", "/people?tab=groups"],
    ["Alice Adams", "/people/acme/alice"],
    ["Alice Adams", "/people/acme/alice?tab=memberships"],
    ["Notifications and e-mail", "/notifications?organization=acme&user=alice"],
    ["Notifications and e-mail", "/notifications?tab=suppressions"],
    ["Webhooks", "/webhooks"],
    ["Webhooks", "/webhooks?tab=endpoints"],
    ["Webhooks", "/webhooks?tab=secret"],
    ["Webhooks", "/webhooks?tab=links"],
    ["Activity log", "/activity"],
    ["AI", "/ai"],
    ["Deletions", "/removals"],
    ["Settings", "/settings"],
    ["API keys and tokens", "keys"],
  ];

  test("every page shows the demo, is accessible in both themes and on a phone, and shows markup as text", {
    timeout: 300_000,
  }, async () => {
    const found: unknown[] = [];
    for (const [title, path] of pages) {
      await open(path);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await loaded(page);
      found.push(...(await violations(page)).map((violation) => `${path} ${violation}`));
    }
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["", "/places/acme/marked/marked", "/webhooks"]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await loaded(page);
      found.push(...(await violations(page)).map((violation) => `${path} in the dark ${violation}`));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["", "/places/acme/marked/marked", "/people/acme/alice", "keys", `keys/${workspace.apiKey}`]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await loaded(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${path} on a phone`).toBe(true);
    }
    await page.setViewportSize({ width: 1360, height: 860 });
    await page.emulateMedia({ colorScheme: "light" });

    expect(found).toEqual([]);
    expect(await page.evaluate("typeof hacked")).toBe("undefined");
    expect(started.foreign).toEqual([]);
    expect(started.complaints).toEqual([]);
  });

  test("text with direction characters is shown in its order, with these characters visible", { timeout: 60_000 }, async () => {
    await open("/places/acme/marked/marked");
    await page.getByRole("article").getByText("‹U+202E›gnp.exe").first().waitFor();
    expect(await page.evaluate("/[\\u202D\\u202E]/.test(document.body.innerText)")).toBe(false);
  });

  test("a comment's mentions lead to the mentioned users, and JSON values are labelled by type", {
    timeout: 60_000,
  }, async () => {
    await open("/places/acme/welcome/typo");
    await page.getByRole("article").getByRole("link", { name: "@Bob" }).waitFor();
    const metadata = page.getByRole("region", { name: "Metadata" });
    expect(await metadata.locator(".json-key").first().textContent()).toBe('"apiKey"');
    expect(await metadata.locator(".json-string").first().textContent()).toBe(`"${workspace.apiKey}"`);

    await page.getByRole("article").getByRole("link", { name: "@Bob" }).click();
    await page.getByRole("heading", { level: 1, name: "Bob Brown" }).waitFor();
  });

  test("the overview plots an hour, a day or a week, every tick with its line, and says since when figures exist", {
    timeout: 60_000,
  }, async () => {
    await open("?range=7d");
    await page.getByRole("heading", { level: 2, name: "Last 7 days" }).waitFor();
    await page.getByText("Figures of this API key exist since").waitFor();
    await page.getByRole("radiogroup", { name: "Range" }).getByText("24 h").click();
    await page.getByRole("heading", { level: 2, name: "Last 24 hours" }).waitFor();
    expect(page.url()).toContain("range=24h");
    const plot = page.getByRole("img", { name: /^Requests per 15 minutes/ });
    await plot.locator(".recharts-yAxis .recharts-cartesian-axis-tick").first().waitFor({ state: "attached" });
    const count = (selector: string) => plot.locator(selector).count();

    expect(await count(".recharts-cartesian-grid-horizontal line")).toBe(await count(".recharts-yAxis .recharts-cartesian-axis-tick"));
    expect(await count(".recharts-cartesian-grid-vertical line")).toBe(await count(".recharts-xAxis .recharts-cartesian-axis-tick"));
  });

  test("the palette shows the keys of the user's system", { timeout: 60_000 }, async () => {
    const browser = context.browser();
    if (browser === null) throw new Error("The browser is gone.");
    for (const [userAgent, keys] of [
      ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", "Ctrl K"],
      ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", "Ctrl K"],
      ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0", "⌘ K"],
    ] as const) {
      const machine = await browser.newContext({ userAgent, storageState: await context.storageState() });
      const view = await machine.newPage();
      await view.goto(page.url());
      await view.getByRole("button", { name: "Search" }).getByText(keys, { exact: true }).waitFor();
      await machine.close();
    }
  });

  test("many rows are read and shown in bounded parts, down to the last one", { timeout: 120_000 }, async () => {
    await addMany(workspace, parley.databaseUrl);
    const asked: number[] = [];
    page.on("request", (request) => {
      if (/\/(documents|folders)\/get$/.test(request.url())) asked.push(request.postDataJSON().data.pageSize ?? 0);
    });
    const nodes = () => page.evaluate<number>("document.querySelectorAll('*').length");
    await open("/places/many?folder=full");
    await page.getByRole("button", { name: "Open Full" }).click();
    const tree = page.getByRole("tree");
    await tree.getByText("Document 0001", { exact: true }).waitFor();
    expect(await tree.getByLabel("1 thread", { exact: true }).count()).toBe(1);
    await tree.focus();

    const last = tree.getByText("Document 2500", { exact: true });
    await expect.poll(() => tree.press("End").then(() => last.isVisible()), { timeout: 60_000, interval: 100 }).toBe(true);
    expect(await tree.getByRole("treeitem").count()).toBeLessThan(80);

    const list = page.getByRole("table", { name: "Documents" });
    await list.getByText("Document 0050", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await list.getByText("Document 0051", { exact: true }).waitFor();
    await page.reload();
    await list.getByText("Document 0051", { exact: true }).waitFor();
    expect(await list.getByRole("row").count()).toBe(51);
    await page.getByRole("button", { name: "Previous" }).click();
    await list.getByText("Document 0001", { exact: true }).waitFor();
    expect(await nodes()).toBeLessThan(2_500);

    await open("/places/many/doc0001/long");
    await page.getByText("Comment 1500", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Earlier comments" }).click();
    await page.getByText("Comment 1401", { exact: true }).waitFor();
    expect(await page.getByRole("article").count()).toBe(50);
    expect(await nodes()).toBeLessThan(2_500);
    const turnTo = async (label: string, comment: string) => {
      const reached = page.getByRole("article").getByText(comment, { exact: true });
      await expect
        .poll(
          () =>
            page
              .getByRole("button", { name: label })
              .click({ timeout: 2_000 })
              .then(() => reached.isVisible()),
          { timeout: 30_000 },
        )
        .toBe(true);
    };
    await turnTo("Earlier comments", "Comment 1");
    expect(await page.getByRole("article").count()).toBe(50);
    expect(await page.getByRole("button", { name: "Earlier comments" }).count()).toBe(0);
    await turnTo("Later comments", "Comment 1500");
    await page.getByLabel("Reply").fill("The latest word.");
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await page.getByRole("textbox", { name: "Your name" }).fill("Dana");
    await page.keyboard.press("Enter");
    await page.getByRole("article").filter({ hasText: "The latest word." }).waitFor();
    expect(await page.getByRole("article").count()).toBe(50);
    expect(await page.getByRole("button", { name: "Later comments" }).count()).toBe(0);
    expect(Math.max(...asked)).toBeLessThanOrEqual(200);
  });

  test("the palette finds objects by name and id, and actions", { timeout: 120_000 }, async () => {
    const go = async (typed: string, to: string) => {
      await page.getByRole("button", { name: /^Search/ }).click();
      await page.getByRole("dialog").getByLabel("Search", { exact: true }).fill(typed);
      await page.getByRole("dialog").getByRole("button", { name: to }).first().click();
    };
    await open("");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await go("bob", "User bob");
    await page.getByRole("heading", { level: 1, name: "Bob Brown" }).waitFor();
    // A guest of one document.
    await go("gina", "User gina");
    await page.getByRole("heading", { level: 1, name: "Gina Garcia" }).waitFor();
    await go("typo", "Thread typo");
    await page.getByRole("heading", { level: 1, name: "There is a typo, @Bob." }).waitFor();
    await go("welcome", "Document welcome");
    await expect.poll(() => page.url()).toMatch(/\/places\/acme\/welcome$/);
    await go("create an api", "Create an API key");

    await page.getByRole("dialog", { name: "Create an API key" }).waitFor();
  });

  test("a viewer is offered no action that changes data", { timeout: 120_000 }, async () => {
    const looking = await context.browser()?.newContext({ reducedMotion: "reduce" });
    if (looking === undefined) throw new Error("The browser is gone.");
    onTestFinished(() => looking.close());
    const view = await looking.newPage();
    await signIn(view, parley, workspace, "Viewer");
    const changes =
      /^(Add|Allow|Ask|Create|Delete|Disable|Enable|End|Erase|Lift|Make|Mark|Pause|Remove|Reopen|Replace|Reply|Resend|Resolve|Resume|Revoke|Save|Send|Set|Store|Take)\b/;
    const offered: string[] = [];
    for (const [title, path] of pages) {
      await view.goto(`${parley.url}/console/${path === "keys" ? path : `k/${workspace.apiKey}${path}`}`);
      await view.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await loaded(view);
      const words = "[...document.querySelectorAll('main button')].map((button) => button.ariaLabel ?? button.textContent)";
      const names = await view.evaluate<string[]>(words);
      offered.push(...names.filter((name) => changes.test(name)).map((name) => `${path} ${name}`));
    }

    expect(offered).toEqual([]);
  });

  test("no script can read the session, no page stores a token, and signing out ends the session", { timeout: 60_000 }, async () => {
    await open("");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const kept = await page.evaluate("JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])");
    expect(kept).not.toContain("sk_");
    expect(kept).not.toContain("parley-console");

    await page.getByRole("button", { name: "Account and appearance" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    await open("/people");
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    expect(await context.cookies()).toEqual([]);
  });
});
