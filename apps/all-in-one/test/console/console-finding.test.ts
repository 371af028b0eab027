import { querySql, until } from "@parley/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import type { Parley } from "../support/parley.ts";
import { addCrowd, type ConsoleInBrowser, hasChromium, startConsole } from "./console-browser.ts";

let started: ConsoleInBrowser;
let parley: Parley;
let workspace: Workspace;
let page: Page;
let open: ConsoleInBrowser["open"];

describe.skipIf(!hasChromium)("searches in the console in a browser", () => {
  beforeAll(async () => {
    started = await startConsole();
    ({ parley, workspace, page, open } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  test("people are found by name, last name, e-mail and id during typing, page by page, and the address reproduces the result", {
    timeout: 60_000,
  }, async () => {
    await addCrowd(workspace);
    const search = () => page.getByLabel("Search by name, e-mail or id", { exact: true });
    const rows = page.getByRole("table", { name: "Users" });
    await open("/people?organization=crowd");
    for (const [typed, name] of [
      ["GR", "Greta Fields"],
      ["fie", "Greta Fields"],
      ["person-007@", "Person 007"],
      ["id-zed", "Zoe"],
    ] as const) {
      await search().fill(typed);
      await rows.getByRole("link", { name, exact: true }).waitFor();
      await expect.poll(() => rows.getByRole("row").count()).toBe(2);
    }
    await page.reload();
    await rows.getByRole("link", { name: "Zoe", exact: true }).waitFor();
    expect(await search().inputValue()).toBe("id-zed");

    await search().fill("person");
    await rows.getByRole("link", { name: "Person 050", exact: true }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await rows.getByRole("link", { name: "Person 100", exact: true }).waitFor();
    await search().fill("nobody is called so");
    await page.getByText("No users found").waitFor();
    await page.getByRole("button", { name: "Clear search by name, e-mail or id" }).click();
    await rows.getByRole("link", { name: "Zoe", exact: true }).waitFor({ state: "hidden" });
    await rows.getByRole("link", { name: "Person 001", exact: true }).waitFor();
  });

  test("users of an organization have their roles there in People, and a guest of one document is found, also by a search", {
    timeout: 60_000,
  }, async () => {
    const rows = page.getByRole("table", { name: "Users" });
    const alice = { userId: "alice", accessRole: "commenter" };
    await workspace.customer.data("/v2/users/update", { organizationId: "acme", users: [alice] });
    await open("/people?organization=acme");
    await rows.getByRole("row", { name: /Alice Adams.*commenter/ }).waitFor();
    expect(await rows.getByRole("link", { name: "Gina Garcia" }).count()).toBe(0);
    await page.getByText("Of its documents", { exact: true }).click();
    await rows.getByRole("link", { name: "Gina Garcia" }).waitFor();

    await page.getByLabel("Search by name, e-mail or id", { exact: true }).fill("gina");
    await rows.getByRole("link", { name: "Gina Garcia" }).waitFor();
    await expect.poll(() => rows.getByRole("row").count()).toBe(2);
  });

  test("threads are found by words of their comments during typing, and a link leads to the thread", {
    timeout: 60_000,
  }, async () => {
    await workspace.customer.data("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
    await until(async () => (await workspace.customer.data("/v2/workspace/apikeyconfig/get", {})).searchIndex.state === "ready");
    const search = () => page.getByLabel("Search in comments", { exact: true });
    const rows = page.getByRole("table", { name: "Threads" });
    await open("/places/acme");

    await search().fill("a TYP");
    await rows.getByRole("link", { name: "There is a typo, @Bob." }).waitFor();
    await page.reload();
    await rows.getByRole("link", { name: "There is a typo, @Bob." }).waitFor();
    expect(await search().inputValue()).toBe("a TYP");
    await search().fill("nobody wrote this");
    await page.getByText("No threads found").waitFor();
    await search().fill("typo");
    await rows.getByRole("link", { name: "There is a typo, @Bob." }).click();

    await expect.poll(() => page.url()).toMatch(/\/places\/acme\/welcome\/typo$/);
  });

  test("the back button closes a dialog and returns to the previous page, and the position in the list is kept", {
    timeout: 60_000,
  }, async () => {
    await addCrowd(workspace);
    const rows = page.getByRole("table", { name: "Users" });
    const dialog = page.getByRole("dialog", { name: "Add a user" });
    await open("/people?organization=crowd");
    await rows.getByRole("link", { name: "Person 001", exact: true }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await rows.getByRole("link", { name: "Person 060", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add user" }).click();
    await dialog.waitFor();

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await rows.getByRole("link", { name: "Person 060", exact: true }).waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await rows.getByRole("link", { name: "Person 001", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add user" }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await rows.getByRole("link", { name: "Person 060", exact: true }).waitFor();
  });

  test("an organization is found by its name, in the list and by the palette, and the address reproduces the result", {
    timeout: 60_000,
  }, async () => {
    const organizations = Array.from({ length: 120 }, (_, index) => ({
      organizationId: `tenant-${index}`,
      organizationName: `Tenant ${index}`,
    }));
    await workspace.customer.data("/v2/organizations/add", {
      organizations: [...organizations, { organizationId: "zz-9", organizationName: "Umbrella" }],
    });
    const rows = page.getByRole("table", { name: "Organizations" });
    await open("/places");
    await page.getByLabel("Search by name or id", { exact: true }).fill("umb");
    await rows.getByRole("link", { name: "Umbrella" }).waitFor();
    await expect.poll(() => rows.getByRole("row").count()).toBe(2);
    await page.reload();
    await rows.getByRole("link", { name: "Umbrella" }).waitFor();

    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("dialog").getByLabel("Search", { exact: true }).fill("umbre");
    await page.getByRole("dialog").getByRole("button", { name: "Organization zz-9" }).click();
    await page.getByRole("heading", { level: 1, name: "Umbrella" }).waitFor();
  });

  test("a document is found by its name, in its organization and by the palette, and so is a folder", { timeout: 60_000 }, async () => {
    const documents = Array.from({ length: 120 }, (_, index) => ({ documentId: `sheet-${index}`, documentName: `Sheet ${index}` }));
    const folders = Array.from({ length: 120 }, (_, index) => ({ folderId: `box-${index}`, folderName: `Box ${index}` }));
    const { customer } = workspace;
    await customer.data("/v2/organizations/folders/add", {
      organizationId: "acme",
      folders: [...folders, { folderId: "zz-box", folderName: "Underwriting" }],
    });
    await customer.data("/v2/organizations/documents/add", {
      organizationId: "acme",
      documents: [...documents, { documentId: "zz-sheet", documentName: "Quarterly figures", folderId: "zz-box" }],
    });
    const rows = page.getByRole("table", { name: "Documents" });
    const palette = async (typed: string) => {
      await page.getByRole("button", { name: /^Search/ }).click();
      await page.getByRole("dialog").getByLabel("Search", { exact: true }).fill(typed);
    };
    await open("/places/acme");
    await page.getByLabel("Search by name or id", { exact: true }).fill("quarter");
    await rows.getByRole("link", { name: "Quarterly figures" }).waitFor();
    await expect.poll(() => rows.getByRole("row").count()).toBe(2);
    await page.reload();
    await rows.getByRole("link", { name: "Quarterly figures" }).waitFor();

    await palette("underw");
    await page.getByRole("dialog").getByRole("button", { name: "Folder zz-box" }).click();
    await page.waitForURL(/folder=zz-box/);
    await rows.getByRole("link", { name: "Quarterly figures" }).waitFor();
    await palette("quarterly f");
    await page.getByRole("dialog").getByRole("button", { name: "Document zz-sheet" }).click();
    await page.getByRole("heading", { level: 1, name: "Quarterly figures" }).waitFor();
  });

  test("the palette offers a person before the threads that mention them", { timeout: 60_000 }, async () => {
    await open("");
    await page.getByRole("button", { name: /^Search/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search", { exact: true }).fill("bob");
    await dialog.getByRole("button", { name: "User bob" }).waitFor();
    await dialog
      .getByRole("button", { name: /Thread / })
      .first()
      .waitFor();

    const offered = await dialog.getByRole("button").allTextContents();
    const nth = (words: string) => offered.findIndex((text) => text.includes(words));
    expect(nth("User bob")).toBeLessThan(nth("Thread "));
    await page.keyboard.press("Escape");
  });

  test("an address without a page says so in a heading and in the tab", { timeout: 60_000 }, async () => {
    await page.goto(`${parley.url}/console/nowhere`);

    await page.getByRole("heading", { level: 1, name: "There is no such page" }).waitFor();
    await expect.poll(() => page.title()).toBe("There is no such page · Parley");
  });

  test("among ten thousand API keys one is found by its name, and the list has pages", { timeout: 60_000 }, async () => {
    await addKeys(10_000);
    await page.goto(`${parley.url}/console/keys`);
    const rows = page.getByRole("table", { name: "API keys" });
    await rows.getByRole("row").nth(50).waitFor();
    expect(await rows.getByRole("row").count()).toBe(51);
    await page.getByRole("button", { name: "Next" }).click();
    await rows.getByText("Key 00060", { exact: true }).waitFor();
    await page.getByLabel("Search by name or id", { exact: true }).fill("key 09999");
    await rows.getByRole("link", { name: "Key 09999" }).waitFor();
    expect(await rows.getByRole("row").count()).toBe(2);

    const chosen = page.locator("header").getByLabel("API key", { exact: true });
    await chosen.click();
    await chosen.fill("key 0998");
    await page.getByRole("option", { name: "Key 09987" }).click();
    await expect.poll(() => page.url()).toMatch(/\/k\/pk_many_09987$/);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await expect.poll(() => chosen.inputValue()).toBe("Key 09987");
  });
});

/** Adds API keys of the workspace directly to the tables, because creating them one by one takes minutes. */
async function addKeys(count: number): Promise<void> {
  await querySql(
    parley.databaseUrl,
    `with fresh as (
       insert into workspace.api_keys (api_key_id, workspace_id, api_key_name, owner_email, key_type, custom_plan_info, use_email_service)
       select 'pk_many_' || lpad(n::text, 5, '0'), $1, 'Key ' || lpad(n::text, 5, '0'), 'owner@example.com', 'testing', false, false
       from generate_series(1, $2) n returning api_key_id
     )
     insert into workspace.webhook_configs
       (api_key_id, use_webhook_service, raw_notification_url, processed_notification_url, encode_data, encrypt_data, public_key)
     select api_key_id, false, '', '', false, false, '' from fresh`,
    [workspace.workspaceId, count],
  );
}
