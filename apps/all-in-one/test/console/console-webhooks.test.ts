import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import { type ConsoleInBrowser, hasChromium, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let workspace: Workspace;
let page: Page;
let open: ConsoleInBrowser["open"];
let receiver: Server;
const answers: number[] = [];

describe.skipIf(!hasChromium)("webhooks in the console in a browser", () => {
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(answers.shift() ?? 200).end("heard");
    }).listen(0, "127.0.0.1");
    started = await startConsole({ PARLEY_WEBHOOK_RETRY_SECONDS: "0.1,3600" });
    ({ workspace, page, open } = started);
    const { port } = receiver.address() as AddressInfo;
    const webhookServiceConfig = { rawNotificationUrl: `http://127.0.0.1:${port}/hook` };
    await workspace.customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  }, 120_000);

  afterAll(async () => {
    await started?.stop();
    receiver?.close();
  });

  const comment = () =>
    workspace.customer.data("/v2/commentannotations/comments/add", {
      organizationId: "acme",
      documentId: "welcome",
      annotationId: "greeting",
      commentData: [{ from: { userId: "bob" }, commentText: "News" }],
    });
  const newest = async () => (await workspace.customer.data("/v2/webhooks/deliveries/get", {}))[0];
  const row = () => page.getByRole("table", { name: "Deliveries" }).getByRole("row").nth(1);

  test("the log shows a delivery's last attempt, and sends a waiting delivery at once", { timeout: 60_000 }, async () => {
    answers.push(500, 404);
    await comment();
    await expect.poll(async () => (await newest())?.attemptCount, { timeout: 15_000 }).toBe(2);
    await open("/webhooks");
    await row().getByText("2 · 404").waitFor();

    await row().getByRole("button", { name: "Send now" }).click();

    await row().getByText("3 · 200").waitFor({ timeout: 15_000 });
    expect((await newest()).state).toBe("delivered");
    await page.getByText("up to 10 attempts over about 3 days").waitFor();
  });

  test("held deliveries are counted and explained, and sent on request", { timeout: 60_000 }, async () => {
    await open("/webhooks");
    await row().waitFor();
    expect(await page.getByText("Deliveries are held").count()).toBe(0);
    answers.push(410);
    await comment();
    await expect.poll(async () => (await newest())?.state, { timeout: 15_000 }).toBe("held");

    await open("");
    const card = page.locator(".mantine-Card-root", { hasText: "Held deliveries" });
    await card.getByText("1", { exact: true }).waitFor();
    await page.getByText("The endpoint answered 410 (Gone)").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "held deliveries", exact: true }).click();
    await row().getByText("held").waitFor();
    await row().getByRole("link").click();
    await page.getByText("This delivery is held").waitFor();

    await open("/webhooks");
    await page.getByRole("button", { name: "Resend failed…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
    await page.getByText("1 resent; completed.").waitFor({ timeout: 15_000 });
    await page.getByText("Deliveries are held").waitFor({ state: "hidden", timeout: 15_000 });
    expect((await newest()).state).toBe("delivered");
  });

  test("an endpoint is added, its events, places and bodies chosen by clicking, tested, its secret rotated, and its log shown", {
    timeout: 90_000,
  }, async () => {
    const { port } = receiver.address() as AddressInfo;
    await open("/webhooks?tab=further");
    await page.getByText("No further endpoints").waitFor();
    await page.getByRole("button", { name: "Add an endpoint…" }).click();
    await page.getByLabel("URL").fill(`http://127.0.0.1:${port}/crm`);
    await page.getByLabel("Your own id").fill("crm");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("heading", { name: "crm" }).waitFor();
    await page.getByLabel("A comment is added", { exact: true }).check();
    await page.getByPlaceholder("Ids").first().fill("acme");
    await page.getByPlaceholder("Ids").first().press("Enter");
    await page.getByRole("radio", { name: "thin" }).check();
    await page.getByLabel("Header", { exact: true }).fill("x-token");
    await page.getByLabel("Value").fill("a-secret-value");
    await page.getByRole("button", { name: "Set the header" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Events use it within 2 seconds.").waitFor();

    const endpoints = "/v2/workspace/advancedwebhook/endpoints";
    const stored = async () => (await workspace.customer.data(`${endpoints}/get`, { endpointIds: ["crm"] })).endpoints[0];
    expect(await stored()).toMatchObject({
      filterTypes: ["comment.add"],
      organizationIds: ["acme"],
      payload: "thin",
      headerNames: ["x-token"],
      state: "active",
    });
    expect(await page.content()).not.toContain("a-secret-value");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText(`${(await stored()).endpointId}: delivered`).waitFor();
    const { secret } = await workspace.customer.data(`${endpoints}/secret/get`, { endpointId: "crm" });
    await page.getByRole("button", { name: "Rotate the secret…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByText("the one before signs until").waitFor();
    expect((await workspace.customer.data(`${endpoints}/secret/get`, { endpointId: "crm" })).secret).not.toBe(secret);
    await comment();
    await page.getByRole("link", { name: "Its deliveries" }).click();
    await row().getByText("crm").waitFor({ timeout: 15_000 });
  });
});
