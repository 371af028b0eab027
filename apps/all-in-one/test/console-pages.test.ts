import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { querySql } from "@parley/testing";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoRequests } from "../src/demo/demo-requests.ts";
import { createWorkspace, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (executablePath === undefined) console.warn("SKIPPED: the console in a browser, because there is no Chromium on this machine.");

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const markup = `<img src=x onerror="hacked=1"><svg onload="hacked=1"></svg>{{constructor.constructor('hacked=1')()}}\${hacked=1}`;
const turning = "\u202Egnp.exe\u2066";

let parley: Parley;
let workspace: Workspace;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let receiver: Server;
const answers: number[] = [];
const complaints: string[] = [];
const foreign: string[] = [];

describe.skipIf(executablePath === undefined)("the console in a browser", () => {
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(answers.shift() ?? 200).end("heard");
    }).listen(0, "127.0.0.1");
    parley = await startParley("all-in-one", { PARLEY_EGRESS_ALLOW: "127.0.0.0/8", PARLEY_WEBHOOK_ALLOW_HTTP: "true" });
    workspace = await createWorkspace(parley.url, parley.adminToken);
    for (const { path, data } of demoRequests) await workspace.customer.data(path, data);
    await addMarkup();
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
    context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
    page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("request", (request) => request.url().startsWith(parley.url) || foreign.push(request.url()));
    await signIn();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    receiver?.close();
    await parley?.stop();
  });

  const pages: readonly (readonly [string, string])[] = [
    ["Overview", ""],
    ["Places", "/places"],
    ["Acme Inc.", "/places/acme"],
    [markup, "/places/acme/marked"],
    ["Thread marked", "/places/acme/marked/marked"],
    ["People", "/people"],
    ["Alice Adams", "/people/acme/alice"],
    ["Notifications and e-mail", "/notifications?organization=acme&user=alice"],
    ["Webhooks", "/webhooks"],
    ["Webhooks", "/webhooks?tab=endpoints"],
    ["Activity log", "/activity"],
    ["AI", "/ai"],
    ["Removals", "/removals"],
    ["Settings", "/settings"],
    ["API keys and tokens", "keys"],
  ];

  test("every page shows the demo, is accessible on both grounds and on a phone, and markup in any text stays text", {
    timeout: 300_000,
  }, async () => {
    const found: unknown[] = [];
    for (const [title, path] of pages) {
      await open(path);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await loaded();
      found.push(...(await violations()).map((violation) => `${path} ${violation}`));
    }
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["", "/places/acme/marked/marked", "/webhooks"]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await loaded();
      found.push(...(await violations()).map((violation) => `${path} in the dark ${violation}`));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["", "/places/acme/marked/marked", "/people/acme/alice"]) {
      await open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${path} on a phone`).toBe(true);
    }
    await page.setViewportSize({ width: 1360, height: 860 });
    await page.emulateMedia({ colorScheme: "light" });

    expect(found).toEqual([]);
    expect(await page.evaluate("typeof hacked")).toBe("undefined");
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("many rows are read and shown a bounded part at a time, and the last of them is reached", { timeout: 120_000 }, async () => {
    await addMany();
    const asked: number[] = [];
    page.on("request", (request) => {
      if (/\/(documents|folders)\/get$/.test(request.url())) asked.push(request.postDataJSON().data.pageSize ?? 0);
    });
    const nodes = () => page.evaluate<number>("document.querySelectorAll('*').length");
    await open("/places/many?folder=full");
    await page.getByRole("button", { name: "Open Full" }).click();
    const tree = page.getByRole("tree");
    await tree.getByText("Document 0001", { exact: true }).waitFor();
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
    expect(Math.max(...asked)).toBeLessThanOrEqual(200);
  });

  test("a thread is answered and resolved", { timeout: 60_000 }, async () => {
    await open("/places/acme/welcome/typo");
    await page.getByLabel("Answer").fill("Mended.");
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await page.getByRole("article").filter({ hasText: "Mended." }).waitFor();
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("button", { name: "Open again" }).waitFor();

    const asked = { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] };
    const [thread] = await workspace.customer.data("/v2/commentannotations/get", asked);
    expect(thread.status.id).toBe("RESOLVED");
    expect(thread.comments.at(-1).commentText).toBe("Mended.");
  });

  test("an endpoint is set, tested, and sent again what it refused", { timeout: 60_000 }, async () => {
    const { port } = receiver.address() as AddressInfo;
    await open("/webhooks?tab=endpoints");
    await page.getByLabel("Raw URL").fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole("switch", { name: "Send events" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Deliveries use it within 2 seconds.").waitFor();
    await page.getByRole("tab", { name: "Test" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("raw: delivered").waitFor();

    // The endpoint is gone for the first event, so that it is held until it is sent again.
    answers.push(410);
    const comment = { from: { userId: "bob" }, commentText: "News" };
    await expect
      .poll(
        async () => {
          await workspace.customer.data("/v2/commentannotations/comments/add", {
            ...{ organizationId: "acme", documentId: "welcome", annotationId: "greeting" },
            commentData: [comment],
          });
          return (await workspace.customer.data("/v2/webhooks/deliveries/get", {})).length;
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    const [delivery] = await workspace.customer.data("/v2/webhooks/deliveries/get", {});
    await open(`/webhooks/${delivery.webhookId}`);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("delivered", { exact: true }).waitFor({ timeout: 15_000 });
  });

  test("a person is erased, down to nothing left, once their id has been typed", { timeout: 180_000 }, async () => {
    await open("/people/acme/carol");
    await page.getByRole("button", { name: "Erase…" }).click();
    const erase = page.getByRole("button", { name: "Erase everything of this person" });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel("Type carol to confirm").fill("carol");
    await erase.click();
    await page.getByText("Nothing is left").waitFor({ timeout: 150_000 });

    const answer = await workspace.customer.post("/v2/users/data/get", { organizationId: "acme", userId: "carol" });
    expect(answer.body.result.data).toEqual({ comments: [], reactions: [], recordings: [], notifications: [] });
  });

  test("a removal is paused and goes on", { timeout: 120_000 }, async () => {
    await querySql(
      parley.databaseUrl,
      `insert into users.erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, tasks_count, tasks_left)
       values ($1, 'job_that_waits', 'user', '{}', 1, 2, 1)`,
      [workspace.apiKey],
    );
    const stateOf = async () => (await workspace.customer.data("/v2/workspace/removals/get", { jobId: "job_that_waits" }))[0]?.state;
    await open("/removals?job=job_that_waits");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(await stateOf()).toBe("paused");

    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await stateOf()).toBe("running");
  });

  test("the palette leads to things by name and id, and to what can be done", { timeout: 120_000 }, async () => {
    const go = async (typed: string, to: string) => {
      await page.getByRole("button", { name: /Go to…/ }).click();
      await page.getByLabel("Go to", { exact: true }).fill(typed);
      await page.getByRole("dialog").getByRole("button", { name: to }).first().click();
    };
    await open("");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await go("bob", "User bob");
    await page.getByRole("heading", { level: 1, name: "Bob Brown" }).waitFor();
    await go("typo", "Thread typo");
    await page.getByRole("heading", { level: 1, name: "Thread typo" }).waitFor();
    await go("welcome", "Document welcome");
    await expect.poll(() => page.url()).toMatch(/\/places\/acme\/welcome$/);
    await go("create an api", "Create an API key");

    await page.getByRole("dialog", { name: "Create an API key" }).waitFor();
  });

  test("a provider's key is stored and masked, and a token is shown once", { timeout: 60_000 }, async () => {
    await open("/ai");
    await page.getByRole("button", { name: "Set key of OpenAI" }).click();
    await page.getByRole("dialog").getByLabel("API key").fill("sk-a-key-of-openai-1234");
    await page.getByRole("button", { name: "Store" }).click();
    await page.getByText("********1234").waitFor();

    await page.goto(`${parley.url}/console/keys/${workspace.apiKey}`);
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByLabel("Name").fill("From the console");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    const secret = await page.getByTestId("fresh-secret").textContent();
    const { authTokens } = await workspace.owner.data("/v2/workspace/authtokens/get", { apiKey: workspace.apiKey });
    expect(authTokens.at(-1)).toMatchObject({ token: secret, name: "From the console" });
    await page.reload();
    await page.getByText("From the console").waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test("no script reads the session, no page keeps a token, and signing out ends it", { timeout: 60_000 }, async () => {
    const kept = await page.evaluate("JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])");
    expect(kept).not.toContain("sk_");
    expect(kept).not.toContain("parley-console");

    await page.getByRole("button", { name: "You and this page" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    await open("/people");
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    expect(await context.cookies()).toEqual([]);
  });
});

async function addMarkup(): Promise<void> {
  const { customer } = workspace;
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "marked", documentName: markup, note: markup }],
  });
  await customer.data("/v2/users/add", {
    organizationId: "acme",
    users: [{ userId: "mallory", name: markup, email: "mallory@example.com" }],
  });
  const from = { userId: "mallory", name: markup };
  const attachments = [
    { name: `${turning}${markup}`, url: "javascript:hacked=1" },
    { name: "data", url: "data:text/html,<script>hacked=1</script>" },
  ];
  const commentData = [{ from, commentText: `${turning}${markup}`, commentHtml: markup, attachments }];
  await customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId: "marked",
    commentAnnotations: [
      { annotationId: "marked", location: { id: markup, locationName: markup }, metadata: { [markup]: markup }, commentData },
    ],
  });
}

/** An organization whose folder holds 2,500 documents, in the first of which a thread has 1,500 comments. */
async function addMany(): Promise<void> {
  const { apiKey, customer } = workspace;
  const organizationId = "many";
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId }] });
  await customer.data("/v2/organizations/folders/add", { organizationId, folders: [{ folderId: "full", folderName: "Full" }] });
  const insert = (sql: string) => querySql(parley.databaseUrl, sql, [apiKey]);
  await insert(`insert into directory.documents (api_key_id, organization_ref, document_id, document_name, folder_ref)
    select $1, organization_ref, 'doc' || lpad(n::text, 4, '0'), 'Document ' || lpad(n::text, 4, '0'), folder_ref
    from directory.folders, generate_series(1, 2500) n where api_key_id = $1 and folder_id = 'full'`);
  await insert(`insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, status, comment_count, last_position)
    values ($1, 'many', 'doc0001', 'long', 'OPEN', 1500, 1500)`);
  await insert(`insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes)
    select $1, annotation_ref, 'c' || n, n, 'bob', '{"userId":"bob"}', 'Comment ' || n, 100
    from activity.annotations, generate_series(1, 1500) n where api_key_id = $1 and annotation_id = 'long'`);
}

async function signIn(): Promise<void> {
  await page.goto(`${parley.url}/console`);
  await page.getByLabel("Workspace id").fill(workspace.workspaceId);
  await page.getByPlaceholder("sk_…").fill(workspace.owner.credentials["x-svc-auth-token"] ?? "");
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

function open(path: string): Promise<unknown> {
  return page.goto(`${parley.url}/console/${path === "keys" ? path : `k/${workspace.apiKey}${path}`}`);
}

/** When nothing of the page is on its way any more. */
async function loaded(): Promise<void> {
  const waits =
    "/(Loading|Looking|Opening|Gathering).*…/.test(document.body.innerText) || document.querySelector('.mantine-Skeleton-root') !== null";
  await expect.poll(() => page.evaluate(waits), { timeout: 20_000 }).toBe(false);
}

/** What a reader with other means than a mouse and sharp eyes would stumble over (WCAG 2.2 A and AA). */
async function violations(): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const only = JSON.stringify({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
  return page.evaluate(
    `axe.run(document, ${only}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).slice(0, 3).join(" | ")))`,
  );
}
