import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium, violations } from "../support/chromium.ts";
import { type Parley, startParley } from "../support/parley.ts";

const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (browser === undefined) console.warn("SKIPPED: the reference in a browser, because there is no Chromium on this machine.");

let parley: Parley;
let proxy: Server;
const foreign: string[] = [];

beforeAll(async () => {
  parley = await startParley("all-in-one");
  // Every request of the browser to another host passes through here and is refused.
  proxy = createServer((request, response) => {
    note(request.url);
    response.writeHead(502).end();
  });
  proxy.on("connect", (request, socket) => {
    note(request.url);
    // The browser may have disconnected before it has read the refusal.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
});

// The browser itself requests the time and its own updates from its vendor.
function note(url = ""): void {
  if (!/(^|[/.])(google|googleapis|gvt1)\.com[:/]/.test(url)) foreign.push(url);
}

afterAll(async () => {
  proxy?.close();
  await parley?.stop();
});

/** The page as a browser shows it after its scripts have run. */
async function shown(path: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), "parley-chromium-"));
  try {
    const child = spawn(
      browser ?? "",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        `--user-data-dir=${profile}`,
        `--proxy-server=127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        "--proxy-bypass-list=127.0.0.1",
        "--virtual-time-budget=20000",
        "--dump-dom",
        parley.url + path,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(child, "close");
    return Buffer.concat(chunks).toString();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

test.skipIf(browser === undefined)(
  "the reference shows its guides and operations, and sends no request to another host",
  { timeout: 180_000 },
  async () => {
    const page = await shown("/docs");

    expect(page).toContain("Quick start");
    expect(page).toContain("Organizations");
    expect(page).toContain("Webhooks");
    // The first sample is shown, which is that of the client.
    expect(page).toContain("TypeScript");
    expect(page).not.toMatch(/YOUR_SECRET_TOKEN|Shell/);
    expect(foreign).toEqual([]);
  },
);

test.skipIf(browser === undefined)(
  "the reference is accessible in both themes, and nothing in it tries what its content policy forbids",
  { timeout: 180_000 },
  async () => {
    const chromium = await launchChromium();
    onTestFinished(() => chromium.close());
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await chromium.newPage({ colorScheme });
      await page.addInitScript(
        "window.refused = []; document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI))",
      );
      await page.goto(`${parley.url}/docs`);
      await page.getByRole("heading", { name: "Quick start" }).waitFor({ timeout: 60_000 });

      expect(await violations(page), colorScheme).toEqual([]);
      expect(await page.evaluate("refused"), colorScheme).toEqual([]);
    }
  },
);

test("every form of the document is served, and YAML has the same contents as JSON", async () => {
  const text = async (path: string) => (await fetch(parley.url + path)).text();
  const { parse } = await import("yaml");

  const openApi = JSON.parse(await text("/openapi.json"));

  expect(parse(await text("/openapi.yaml"))).toEqual(openApi);
  expect(JSON.parse(await text("/openapi-3.0.json"))).toMatchObject({ openapi: "3.0.3", info: { title: openApi.info.title } });
  expect(JSON.parse(await text("/openapi-without-webhooks.json"))).toMatchObject({ openapi: "3.1.0", paths: openApi.paths });
  expect(await text("/llms.txt")).toContain("`POST /v2/users/get` (`users.list`)");
});

test("at the root a browser is redirected to the reference, and a program gets the error of an unknown operation", async () => {
  const asked = (path: string, accept: string) => fetch(parley.url + path, { headers: { accept }, redirect: "manual" });

  for (const path of ["/", "/docs/"]) {
    const led = await asked(path, "text/html,application/xhtml+xml");
    expect([led.status, led.headers.get("location")]).toEqual([302, "/docs"]);
    expect((await asked(path, "application/json")).status).toBe(404);
  }
});
