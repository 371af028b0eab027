import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, until } from "@parley/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { DemoCredentials } from "../../src/demo/demo-credentials.ts";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { type Fence, fencesOf, repository } from "../guides/fences.ts";
import { Program } from "../guides/program.ts";
import { runtimes } from "../guides/programs.ts";
import { hasChromium, launchChromium } from "../support/chromium.ts";
import { Customer } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let folder: string;
let demo: DemoCredentials;
let fences: Fence[];

beforeAll(async () => {
  parley = await startParley("all-in-one");
  folder = await mkdtemp(join(tmpdir(), "parley-browser-guide-"));
  demo = await seedDemo(folder, parley.url, { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl });
  fences = await fencesOf("libs/browser-client.md");
});

afterAll(async () => {
  await parley?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the browser guide consists of three code blocks, each of which a test runs", () => {
  expect(fences.map(({ language, tag }) => `${language} ${tag}`.trim())).toEqual(["sh", "js server", "js page"]);
});

test.skipIf(!hasChromium("the guide for browsers"))(
  "the guide's page shows a comment that it adds with a token of the guide's server",
  { timeout: 120_000 },
  async () => {
    const [allow, server, page] = fences;
    const [, path = "", data = ""] = /^call (\S+) '(.*)'/.exec(allow?.body ?? "") ?? [];
    const customer = new Customer(parley.url, { "x-svc-api-key": demo.apiKey, "x-svc-auth-token": demo.authToken });
    await customer.data(path, JSON.parse(data));
    const tokens = await startServer(server?.body ?? "");
    const site = await serve(await bundled((page?.body ?? "").replace("http://localhost:8080", parley.url)), tokens);

    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const view = await browser.newPage();
    await view.goto(site);
    await view.getByRole("button", { name: "Say hello" }).click();

    await view.getByText("Alice Adams: Hello from a browser.", { exact: true }).waitFor({ timeout: 20_000 });
    await expect.poll(() => view.locator("ul").getAttribute("data-live"), { timeout: 20_000 }).toBe("true");
    await view.getByText("Alice Adams: There is a typo, @Bob.").waitFor();
    expect(await view.getByText("Hello from a browser.").count()).toBe(1);
  },
);

/** Runs the guide's own server at another port. */
async function startServer(text: string): Promise<string> {
  const port = await freePort();
  const [, , start] = runtimes[0] ?? [];
  const own = await mkdtemp(join(folder, "server-"));
  const environment = { PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: demo.apiKey, PARLEY_AUTH_TOKEN: demo.authToken };
  const child = start?.(text.replaceAll("9000", String(port)), own, environment);
  if (child === undefined || typeof child === "string") throw new Error(`The program does not run: ${child}.`);
  const program = new Program(child);
  await until(() => program.printed().includes("listening"), 60_000);
  return `http://127.0.0.1:${port}`;
}

async function bundled(text: string): Promise<string> {
  const stdin = { contents: text, resolveDir: repository };
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", target: "es2022", write: false });
  return outputFiles[0]?.text ?? "";
}

/** Serves a site with the page, which gets its tokens from the guide's server. */
async function serve(script: string, tokens: string): Promise<string> {
  const site = createServer(async ({ url }, response) => {
    if (url === "/token") response.end(await (await fetch(tokens, { method: "POST" })).text());
    else if (url === "/page.js") response.setHeader("content-type", "text/javascript").end(script);
    else
      response
        .setHeader("content-type", "text/html")
        .end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://localhost:${(site.address() as AddressInfo).port}/`;
}
