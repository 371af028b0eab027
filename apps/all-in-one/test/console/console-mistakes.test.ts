import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import { type ConsoleInBrowser, hasChromium, startConsole } from "./console-browser.ts";

let started: ConsoleInBrowser;
let workspace: Workspace;
let page: Page;
let open: ConsoleInBrowser["open"];

describe.skipIf(!hasChromium)("slips of an operator in the console, in a browser", () => {
  beforeAll(async () => {
    started = await startConsole();
    ({ workspace, page, open } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  test("adding an organization that exists keeps its name, and says that it was there", { timeout: 60_000 }, async () => {
    const name = async () => (await workspace.customer.data("/v2/organizations/get", { organizationIds: ["acme"] }))[0].organizationName;
    const before = await name();
    await open("/places");
    await page.getByRole("button", { name: "Add organization" }).click();
    await page.getByRole("dialog").getByLabel("Id").fill("acme");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();

    await page.getByText("The organization was updated.").waitFor();
    expect([before, await name()]).toEqual([expect.stringMatching(/\w/), before]);
  });

  test("adding a group that exists keeps its name, and says that it was there", { timeout: 60_000 }, async () => {
    const organizationUserGroups = [{ groupId: "leads", groupName: "Team leads" }];
    await workspace.customer.data("/v2/organizations/usergroups/add", { organizationId: "acme", organizationUserGroups });
    await open("/people?organization=acme&tab=groups");
    await page.getByLabel("New group").fill("leads");
    await page.getByRole("button", { name: "Add group" }).click();

    await page.getByText("The group was updated.").waitFor();
    const [group] = await workspace.customer.data("/v2/organizations/usergroups/get", { organizationId: "acme", groupIds: ["leads"] });
    expect(group.groupName).toBe("Team leads");
  });

  test("a reloaded page of a portal link says to open the link again, not that it has ended", { timeout: 60_000 }, async () => {
    const { path } = await workspace.customer.data("/v2/webhooks/portal/create", { expiresInMinutes: 5, standalone: true });
    await page.goto(`${started.parley.url}${path}`);
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();

    await page.reload();

    await page.getByText("A reloaded page no longer has its link. Open the link again where you found it.").waitFor();
  });

  test("the page of an API key that was deleted names it, and the session goes on", { timeout: 60_000 }, async () => {
    await page.goto(`${started.parley.url}/console/k/pk_test_gone/places`);
    await page.getByText("The workspace of this session has no API key pk_test_gone.").waitFor();

    await open("/places");
    await page.getByRole("table", { name: "Organizations" }).waitFor();
  });

  test("a page whose session ends while it loads leads to the sign-in page", { timeout: 60_000 }, async () => {
    onTestFinished(() => page.unroute("**/v2/organizations/get"));
    const error = { status: "UNAUTHENTICATED", message: "The credentials are missing or invalid." };
    await page.route("**/v2/organizations/get", (route) => route.fulfill({ status: 401, json: { error } }));
    await open("/people");

    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
  });
});
