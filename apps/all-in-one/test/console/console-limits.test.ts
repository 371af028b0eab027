import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, hasChromium, loaded, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let page: Page;
let open: ConsoleInBrowser["open"];

describe.skipIf(!hasChromium)("the limits of an API key, in a browser", () => {
  beforeAll(async () => {
    started = await startConsole();
    ({ page, open } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  test("limits are set, removed and shown with the operator's maximum, and other limits are kept", {
    timeout: 60_000,
  }, async () => {
    const { owner, customer, apiKey, workspaceId } = started.workspace;
    const update = "/v2/workspace/apikey/update";
    const stored = async () => (await owner.data("/v2/workspace/apikeys/get", { search: apiKey }))[0].limits;
    await owner.data(update, { apiKey, limits: { documents: 5_000, comments: 900 } });
    const operator = customer.as({ "x-svc-workspace-id": workspaceId, "x-svc-admin-token": started.parley.adminToken });
    // The new maximum is below the value that the workspace has set. The form still saves, because it sends only changed values.
    await operator.data(update, { apiKey, limits: { comments: 800, streams: 40 } });
    await open("/settings");
    const form = page.locator("form").filter({ has: page.getByLabel("Requests a second") });
    await form.getByText("the operator allows 40").waitFor();
    expect(await form.getByLabel("Documents").inputValue()).toBe("5,000");
    await loaded(page);
    expect(await violations(page)).toEqual([]);

    await form.getByLabel("Documents").fill("");
    await form.getByLabel("Streams").fill("30");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("The limits have been saved.").waitFor();

    expect(await stored()).toMatchObject({ documents: null, comments: 900, maxComments: 800, streams: 30, maxStreams: 40, users: null });
    await expect.poll(() => form.getByLabel("Streams").inputValue()).toBe("30");
    expect(await form.getByLabel("Documents").inputValue()).toBe("");
  });
});
