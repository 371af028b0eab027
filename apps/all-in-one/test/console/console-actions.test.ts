import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { querySql } from "@parley/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Customer, type Workspace } from "../support/customer.ts";
import { OpenAiServer, say } from "../support/openai-server.ts";
import type { Parley } from "../support/parley.ts";
import { addCrowd, type ConsoleInBrowser, hasChromium, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let parley: Parley;
let workspace: Workspace;
let page: Page;
let open: ConsoleInBrowser["open"];
let receiver: Server;
let openAi: OpenAiServer;
const answers: number[] = [];

describe.skipIf(!hasChromium)("actions in the console in a browser", () => {
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(answers.shift() ?? 200).end("heard");
    }).listen(0, "127.0.0.1");
    openAi = await OpenAiServer.start();
    openAi.answer = say("Would you please ", "send me the file?");
    started = await startConsole({ PARLEY_OPENAI_BASE_URL: openAi.url });
    ({ parley, workspace, page, open } = started);
  }, 120_000);

  afterAll(async () => {
    await started?.stop();
    await openAi?.stop();
    receiver?.close();
  });

  test("a support person, asked for their name once, replies to a thread and resolves it", { timeout: 60_000 }, async () => {
    await open("/places/acme/welcome/typo");
    expect(await page.getByRole("combobox", { name: "As" }).inputValue()).toBe("");
    await page.getByLabel("Reply").fill("Mended.");
    await page.getByLabel("Reply").press("Control+Enter");
    await page.getByRole("textbox", { name: "Your name" }).fill("Dana");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("article").filter({ hasText: "Mended." });
    await answer.getByText("Dana").waitFor();
    await answer.getByText("Support", { exact: true }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("button", { name: "Reopen" }).waitFor();

    const asked = { organizationId: "acme", documentId: "welcome", annotationIds: ["typo"] };
    const [thread] = await workspace.customer.data("/v2/commentannotations/get", asked);
    expect(thread.status.id).toBe("RESOLVED");
    const support = { userId: expect.stringMatching(/^operator-[0-9a-f]{16}$/), name: "Dana", isOperator: true };
    expect(thread.comments.at(-1)).toMatchObject({ commentText: "Mended.", from: support });
    const [resolved] = await workspace.customer.data("/v2/activities/get", { organizationId: "acme", pageSize: 1 });
    expect(resolved.actionUser).toEqual(thread.comments.at(-1).from);
  });

  test("an endpoint is set and tested, and refused deliveries are sent to it again", { timeout: 60_000 }, async () => {
    const { port } = receiver.address() as AddressInfo;
    await open("/webhooks?tab=endpoints");
    await page.getByLabel("Raw URL").fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole("switch", { name: "Send events" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Deliveries use the change within 2 seconds.").waitFor();
    await page.getByRole("tab", { name: "Test" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("raw: delivered").waitFor();

    // The endpoint answers 410 to the first event, so that the event is held until it is sent again.
    answers.push(410);
    const comment = { from: { userId: "bob" }, commentText: "News" };
    await expect
      .poll(
        async () => {
          await workspace.customer.data("/v2/commentannotations/comments/add", {
            organizationId: "acme",
            documentId: "welcome",
            annotationId: "greeting",
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

  test("a person is erased completely by Enter once their id has been typed", { timeout: 180_000 }, async () => {
    await open("/people/acme/carol");
    const notifications = page.getByRole("tab", { name: "Notifications" });
    expect(await notifications.textContent()).not.toBe("notifications0");
    await page.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Erase…" }).click();
    const erase = page.getByRole("button", { name: "Erase all data of this person" });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel("Type carol to confirm").fill("caro");
    await page.keyboard.press("Enter");
    await page.getByLabel("Type carol to confirm").fill("carol");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is left").waitFor({ timeout: 150_000 });
    // The page behind the dialog is updated without a reload.
    await expect.poll(() => page.locator("[role=tab]", { hasText: "notifications" }).textContent()).toBe("notifications0");

    const answer = await workspace.customer.post("/v2/users/data/get", { organizationId: "acme", userId: "carol" });
    expect(answer.body.result.data).toEqual({ comments: [], reactions: [], recordings: [], notifications: [] });
  });

  test("a deletion is paused and resumed", { timeout: 120_000 }, async () => {
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

  test("a provider's key is stored, masked from then on, and used", { timeout: 60_000 }, async () => {
    await open("/ai");
    await page.getByRole("button", { name: "Set key of OpenAI" }).click();
    await page.getByRole("dialog").getByLabel("API key").fill("sk-a-key-of-openai-1234");
    await page.getByRole("button", { name: "Store" }).click();
    await page.getByText("********1234").waitFor();

    await page.getByRole("textbox", { name: "Text", exact: true }).fill("give me the file");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText("Would you please send me the file?").waitFor();
    expect(openAi.asked.map(({ key }) => key)).toEqual(["sk-a-key-of-openai-1234"]);
    await page.getByRole("table", { name: "Usage" }).getByText("gpt-5").waitFor();
  });

  test("a token is shown once", { timeout: 60_000 }, async () => {
    await page.goto(`${parley.url}/console/keys/${workspace.apiKey}`);
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByLabel("Name").fill("From the console");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByText("The console does not show it again.").waitFor();
    const secret = await page.getByTestId("fresh-secret").textContent();
    const { authTokens } = await workspace.owner.data("/v2/workspace/authtokens/get", { apiKey: workspace.apiKey });
    expect(authTokens.at(-1)).toMatchObject({ token: secret, name: "From the console" });
    await page.reload();
    await page.getByText("From the console").waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test("a revoked token is no longer offered for storing", { timeout: 60_000 }, async () => {
    await page.goto(`${parley.url}/console/keys/${workspace.apiKey}`);
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByLabel("Name").fill("Mistaken");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByTestId("fresh-secret").waitFor();

    await page.getByRole("row").filter({ hasText: "Mistaken" }).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();

    await page.getByTestId("fresh-secret").waitFor({ state: "hidden" });
  });

  test("destructive actions ask for confirmation, and do nothing when cancelled", { timeout: 60_000 }, async () => {
    const groups = async () => (await workspace.customer.data("/v2/organizations/usergroups/get", { organizationId: "crowd" })).length;
    const secret = async () => (await workspace.customer.data("/v2/workspace/webhooksecret/get", {})).secret;
    await addCrowd(workspace);
    await open("/people?organization=crowd&tab=groups");
    await page.getByLabel("New group").fill("testers");
    await page.getByRole("button", { name: "Add group" }).click();
    await page.getByRole("link", { name: "testers" }).click();
    await page.getByRole("combobox", { name: "User to add to the group" }).fill("greta");
    await page.getByRole("option", { name: "Greta Fields" }).click();
    await page.getByRole("button", { name: "Add to group" }).click();
    await page.getByRole("button", { name: "Remove greta from the group" }).waitFor();
    await open("/people/crowd/greta?tab=memberships");
    await page.getByRole("link", { name: "testers" }).waitFor();
    await open("/people?organization=crowd&tab=groups");

    await page.getByRole("button", { name: "Delete the group testers" }).click();
    await page.getByRole("dialog", { name: "Delete this group?" }).waitFor();
    // With reduced motion it is visible at once.
    expect(await page.evaluate("getComputedStyle(document.querySelector('[role=dialog]')).opacity")).toBe("1");
    expect(await page.evaluate("document.getAnimations().length")).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await groups()).toBe(1);
    await page.getByRole("button", { name: "Delete the group testers" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the group" }).click();
    await page.getByText("No groups").waitFor();
    expect(await groups()).toBe(0);

    const before = await secret();
    await open("/webhooks?tab=secret");
    await page.getByRole("button", { name: "Rotate the secret…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await secret()).toBe(before);
    await page.getByRole("button", { name: "Rotate the secret…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate the secret", exact: true }).click();
    await page.getByText("the one before signs until").waitFor();
    expect(await secret()).not.toBe(before);
  });

  test("all links to the webhook pages are revoked after confirmation", { timeout: 60_000 }, async () => {
    const { path } = await workspace.customer.data("/v2/webhooks/portal/create", {});
    const headers = { origin: parley.url, "sec-fetch-site": "same-origin", "x-portal-token": path.slice(path.indexOf("#") + 1) };
    const status = async () => (await new Customer(parley.url).post("/v2/webhooks/deliveries/get", {}, headers)).status;
    await open("/webhooks?tab=links");

    await page.getByRole("button", { name: "Revoke all links…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await status()).toBe(200);
    await page.getByRole("button", { name: "Revoke all links…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke all links", exact: true }).click();
    await page.getByText("All links stop working within 5 seconds.").waitFor();

    await expect.poll(status, { timeout: 5_000 }).toBe(401);
  });
});
