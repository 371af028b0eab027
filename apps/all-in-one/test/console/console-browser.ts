import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { testEnvironment } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { hasChromium as isThere, launchChromium, violations } from "../support/chromium.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addDemo } from "./console-data.ts";

export const hasChromium = isThere("the console in a browser");
export { violations };

/** The console with the demo in a browser, signed in as an administrator. */
export interface ConsoleInBrowser {
  readonly parley: Parley;
  readonly workspace: Workspace;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors reported by the pages or the browser. */
  readonly complaints: string[];
  /** Addresses of other sites that were requested. */
  readonly foreign: string[];
  /** Opens a page of the API key, or one of the workspace: `keys`, `audit`. */
  readonly open: (path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Starts everything in one process, or with `npm run console:proof` each service in its own process with a real Kafka between them. */
export async function startConsole(overrides: Readonly<Record<string, string>> = {}): Promise<ConsoleInBrowser> {
  const settings = { PARLEY_EGRESS_ALLOW: "127.0.0.0/8", PARLEY_WEBHOOK_ALLOW_HTTP: "true", ...overrides };
  const parley =
    process.env.PARLEY_TEST_SHAPE === "separate"
      ? await startParley("separate", { ...settings, ...(await overKafka()) })
      : await startParley("all-in-one", settings);
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  await addDemo(workspace);
  const browser = await launchChromium();
  // Animations are switched off: during a fade a dialog has no contrast, and is not at the place that is clicked.
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const [complaints, foreign]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => request.url().startsWith(parley.url) || foreign.push(request.url()));
  await signIn(page, parley, workspace);
  return {
    parley,
    workspace,
    context,
    page,
    complaints,
    foreign,
    open: (path) => page.goto(`${parley.url}/console/${/^(keys|audit)/.test(path) ? path : `k/${workspace.apiKey}${path}`}`),
    stop: async () => {
      await browser.close();
      await parley.stop();
    },
  };
}

async function overKafka(): Promise<Record<string, string>> {
  const brokers = await kafkaForTests();
  if (brokers === undefined) throw new Error("The separate processes need a Kafka, and the tests have found none.");
  const kafka = {
    PARLEY_KAFKA_BROKERS: brokers,
    PARLEY_KAFKA_PREFIX: `test-${randomBytes(4).toString("hex")}.`,
    PARLEY_EMBEDDED_BUS: "false",
    PARLEY_TOPIC_PARTITIONS: "1",
  };
  const program = resolve(import.meta.dirname, "../../../workspace/dist/main.js");
  const env = { PATH: process.env.PATH, ...testEnvironment("postgres://unused", kafka) };
  await promisify(execFile)(process.execPath, [program, "create-topics"], { env });
  return kafka;
}

/** Begins a session with the workspace's token and the chosen role. */
export async function signIn(
  page: Page,
  parley: Parley,
  workspace: Workspace,
  role: "Administrator" | "Viewer" = "Administrator",
): Promise<void> {
  await page.goto(`${parley.url}/console`);
  await page.getByLabel("Workspace id").fill(workspace.workspaceId);
  await page.getByPlaceholder("sk_…").fill(workspace.owner.credentials["x-svc-auth-token"] ?? "");
  await page.getByText(role, { exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

/** Waits until all requests of the page are finished. */
export async function loaded(page: Page): Promise<void> {
  const waits =
    "/(Loading|Looking|Opening|Gathering).*…/.test(document.body.innerText) || document.querySelector('.mantine-Skeleton-root') !== null";
  await expect.poll(() => page.evaluate(waits), { timeout: 20_000 }).toBe(false);
}

/** Adds an organization of 122 users. Adding it again changes nothing. */
export async function addCrowd({ customer }: Workspace): Promise<void> {
  const crowd = Array.from({ length: 120 }, (_, index) => {
    const number = String(index + 1).padStart(3, "0");
    return { userId: `id-${number}`, name: `Person ${number}`, email: `person-${number}@example.com` };
  });
  const users = [...crowd, { userId: "greta", name: "Greta Fields", email: "gf@example.com" }, { userId: "id-zed", name: "Zoe" }];
  await customer.data("/v2/users/add", { organizationId: "crowd", createOrganization: true, users });
}
