import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../customer.ts";
import { type ConsoleInBrowser, hasChromium, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let workspace: Workspace;
let page: Page;
let open: ConsoleInBrowser["open"];
let receiver: Server;
const answers: number[] = [];

describe.skipIf(!hasChromium)("what the console says of webhooks in a browser", () => {
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

  test("the log shows a delivery's last attempt, and sends at once what waits for another", { timeout: 60_000 }, async () => {
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

  test("held deliveries are counted and explained, and are sent once that is asked for", { timeout: 60_000 }, async () => {
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
    await page.getByText("It is held").waitFor();

    await open("/webhooks");
    await page.getByRole("button", { name: "Resend failed…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
    await page.getByText("1 resent; that is all.").waitFor({ timeout: 15_000 });
    await page.getByText("Deliveries are held").waitFor({ state: "hidden", timeout: 15_000 });
    expect((await newest()).state).toBe("delivered");
  });
});
