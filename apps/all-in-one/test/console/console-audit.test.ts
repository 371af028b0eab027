import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditKeySet, readCertificateText, readRemovalCertificate } from "@parley/audit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleInBrowser, hasChromium, loaded, signIn, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let page: Page;
let open: ConsoleInBrowser["open"];

describe.skipIf(!hasChromium)("the audit log and deletions in a browser", () => {
  beforeAll(async () => {
    started = await startConsole();
    ({ page, open } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  const rows = () => page.getByRole("table", { name: "Audit records" }).locator("tbody tr");

  test("the audit log is filtered by action, target, API key and time, and a record shows all its data", {
    timeout: 60_000,
  }, async () => {
    const { owner, apiKey } = started.workspace;
    const { tokenId } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "Nightly" });
    await open("audit");
    await page.getByLabel("Action").fill("authTokens.create");
    await page.keyboard.press("Enter");
    await page.getByLabel("Target id").fill(tokenId);
    await page.keyboard.press("Enter");
    await page.getByLabel("On API key").fill(apiKey);
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().textContent()).toContain("First token");
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "authTokens.create" }).click();
    await page.getByRole("dialog").getByText("previousHash").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("To", { exact: true }).fill("2020-01-01T00:00");
    await page.getByText("No matching records").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill("2020-01-01T00:00");
    await expect.poll(() => rows().count()).toBe(1);
  });

  test("the audit log shows changes, and reads of the log itself only when they are asked for", { timeout: 60_000 }, async () => {
    await open("audit");
    await rows().filter({ hasText: "authTokens.create" }).first().waitFor();
    expect(
      await rows()
        .filter({ hasText: /\.(list|getModels)/ })
        .count(),
    ).toBe(0);
    await page.getByLabel("Show reads").check({ force: true });
    await rows().filter({ hasText: "audit.list" }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("a setting shows who changed it last, with a link to all changes, and its retention is stored", {
    timeout: 60_000,
  }, async () => {
    await open("/settings");
    await page.getByLabel("Keep webhook deliveries").fill("7");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("The options have been saved.").waitFor();
    const changed = page.getByText(/Last changed by/);
    await changed.first().waitFor();
    await loaded(page);
    expect(await violations(page)).toEqual([]);
    const { retention } = await started.workspace.customer.data("/v2/workspace/apikeyconfig/get", {});
    expect(retention).toEqual({ activitiesDays: null, notificationsDays: null, deliveriesDays: 7, mailsDays: null });

    await changed.first().getByRole("link", { name: "All changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(0);
    for (const text of await rows().allTextContents()) expect(text).toContain("apiKeys.updateConfig");
  });

  test("provider keys, an API key and the tokens of the workspace also show who changed them last", {
    timeout: 120_000,
  }, async () => {
    const { owner, apiKey } = started.workspace;
    const changes = [
      {
        at: "/ai",
        action: "ai.updateModels",
        path: "/v2/workspace/aimodelsconfig/update",
        data: { aiModelsConfig: { openai: "sk-1234" } },
      },
      { at: `keys/${apiKey}`, action: "authTokens.create", path: "/v2/workspace/authtokens/create", data: { apiKey } },
      { at: `keys/${apiKey}`, action: "apiKeys.setDisabled", path: "/v2/workspace/apikey/disable", data: { apiKey, disabled: false } },
      { at: "keys", action: "workspaceTokens.create", path: "/v2/workspace/tokens/create", data: { name: "Nightly" } },
    ];

    for (const { at, action, path, data } of changes) {
      await owner.data(path, data);
      await open(at);
      await page.getByText(/Last changed by/).waitFor();
      await loaded(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: "All changes" }).click();
      await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
      await expect.poll(() => rows().first().textContent()).toContain(action);
    }
  });

  test("the confirmation of a deletion lists what would be removed, and removes nothing itself", { timeout: 60_000 }, async () => {
    await open("/places/acme/welcome");
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^activity: \d/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const documents = await started.workspace.customer.data("/v2/organizations/documents/get", {
      organizationId: "acme",
      documentIds: ["welcome"],
    });
    expect(documents).toHaveLength(1);
  });

  test("a completed erasure offers its valid certificate, with the command that verifies it", { timeout: 180_000 }, async () => {
    await open("/people/acme/carol");
    await page.getByRole("button", { name: "Erase…" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^users: \d/)
      .waitFor();
    await page.getByLabel("Type carol to confirm").fill("carol");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is left").waitFor({ timeout: 150_000 });
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 30_000 }),
      page.getByRole("dialog").getByRole("button", { name: "Certificate" }).click(),
    ]);
    const file = join(await mkdtemp(join(tmpdir(), "certificate-")), download.suggestedFilename());
    await download.saveAs(file);
    await page.getByText(`npx --no parley erase verify ${download.suggestedFilename()} --subject user:carol`).waitFor();
    expect(await violations(page)).toEqual([]);

    const { certificate = "" } = readCertificateText(await readFile(file, "utf8")) ?? {};
    const keys = auditKeySet.parse(await (await fetch(`${started.parley.url}/.well-known/jwks.json`)).json());
    expect(await readRemovalCertificate(certificate, keys)).toMatchObject({ certificate: { kind: "user" } });
  });

  test("a viewer reads no audit log, and sees neither who changed a setting nor certificates", { timeout: 60_000 }, async () => {
    const browser = started.context.browser();
    if (browser === null) throw new Error("The browser is gone.");
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const viewing = await context.newPage();
    await signIn(viewing, started.parley, started.workspace, "Viewer");
    await viewing.goto(`${started.parley.url}/console/audit`);
    await viewing.getByText("Only administrators can read the audit log").waitFor();
    await viewing.goto(`${started.parley.url}/console/k/${started.workspace.apiKey}/settings`);
    await viewing.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await loaded(viewing);

    expect(await viewing.getByText(/Last changed by/).count()).toBe(0);
    await context.close();
  });
});
