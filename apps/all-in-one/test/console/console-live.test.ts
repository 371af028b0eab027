import { withConstants } from "@parley/runtime";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Workspace } from "../support/customer.ts";
import { type ConsoleInBrowser, hasChromium, loaded, startConsole, violations } from "./console-browser.ts";

let started: ConsoleInBrowser;
let workspace: Workspace;
let page: Page;

const welcome = { organizationId: "acme", documentId: "welcome" };

describe.skipIf(!hasChromium)("an active document in the console", () => {
  beforeAll(async () => {
    started = await startConsole(withConstants({ trafficReportMs: 100 }));
    ({ workspace, page } = started);
  }, 120_000);

  afterAll(() => started?.stop());

  async function comment(annotationId: string, commentText: string): Promise<void> {
    const commentAnnotations = [{ annotationId, commentData: [{ commentId: "c", from: { userId: "alice" }, commentText }] }];
    await workspace.customer.data("/v2/commentannotations/add", { ...welcome, commentAnnotations });
  }

  test("threads, recordings and activity of a document are updated live", { timeout: 60_000 }, async () => {
    await started.open("/places/acme/welcome");
    await page.getByText("Live", { exact: true }).waitFor();
    await loaded(page);
    expect(await violations(page)).toEqual([]);
    await comment("live-1", "Said while somebody looks on.");
    await page.getByRole("link", { name: "Said while somebody looks on." }).waitFor({ timeout: 10_000 });
    await workspace.customer.data("/v2/commentannotations/delete", { ...welcome, annotationIds: ["live-1"] });
    await page.getByRole("link", { name: "Said while somebody looks on." }).waitFor({ state: "detached", timeout: 10_000 });

    await page.getByRole("tab", { name: "Recordings" }).click();
    await loaded(page);
    const recordings = [{ user: { userId: "alice" }, recordingId: "live", name: "Recorded just now", type: "audio" }];
    await workspace.customer.data("/v2/recordings/add", { ...welcome, recordings });
    await page.getByText("Recorded just now").waitFor({ timeout: 10_000 });

    await page.getByRole("tab", { name: "Activity" }).click();
    await loaded(page);
    const activities = [
      { documentId: "welcome", featureType: "custom", actionType: "door.open", displayMessageTemplate: "The door opened." },
    ];
    await workspace.customer.data("/v2/activities/add", { organizationId: "acme", activities });
    await page.getByText("The door opened.").waitFor({ timeout: 10_000 });
    if (process.env.PARLEY_TEST_SCREENSHOT !== undefined) await page.screenshot({ path: process.env.PARLEY_TEST_SCREENSHOT });
    expect(await violations(page)).toEqual([]);
    expect(started.complaints).toEqual([]);
  });

  test("a document deleted while it is viewed is shown as deleted", { timeout: 60_000 }, async () => {
    await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "brief" }] });
    await started.open("/places/acme/brief");
    await page.getByText("Live", { exact: true }).waitFor();
    await workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["brief"] });

    await page.getByText("There is no document brief").waitFor({ timeout: 10_000 });
  });

  test("nothing on the overview moves while it loads, on a desk and on a phone", { timeout: 60_000 }, async () => {
    const view = await started.context.newPage();
    await view.addInitScript(
      "window.moved = []; new PerformanceObserver((list) => moved.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true })",
    );
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await view.setViewportSize(viewport);
      await view.goto(`${started.parley.url}/console/k/${workspace.apiKey}`);
      await view.getByRole("table", { name: "Latest activity" }).waitFor();
      await view.getByRole("img", { name: /^Requests per minute/ }).waitFor();
      await loaded(view);
      const moved = await view.evaluate<number[]>("moved");
      expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
    }
    await view.close();
  });
});
