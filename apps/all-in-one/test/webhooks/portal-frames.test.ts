import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { Customer } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (executablePath === undefined) console.warn("SKIPPED: the webhook pages in a frame, because there is no Chromium on this machine.");

const { parley, workspace } = useWorkspace();

const create = (request: object = {}) => workspace.customer.data("/v2/webhooks/portal/create", request);

test("a link may be framed only by pages of allowed domains", async () => {
  await workspace.customer.data("/v2/workspace/domains/add", { domains: ["https://app.example.com", "*.example.org", "[::1]:3000"] });

  const policyOf = async ({ path }: { path: string }) => {
    const { headers } = await new Customer(parley.url).send(path.slice(0, path.indexOf("#")), undefined, { method: "GET", headers: {} });
    return [String(headers["content-security-policy"]).split("frame-ancestors ")[1], headers["x-frame-options"]];
  };

  expect(await policyOf(await create())).toEqual(["*.example.org app.example.com", undefined]);
  expect(await policyOf(await create({ domains: ["app.example.com"] }))).toEqual(["app.example.com", undefined]);
  expect(await policyOf(await create({ standalone: true }))).toEqual(["'none'", "DENY"]);
  expect(await policyOf({ path: "/console/portal/made-up#x" })).toEqual(["'none'", "DENY"]);
  const strange = await workspace.customer.post("/v2/webhooks/portal/create", { domains: ["evil.example"] });
  expect(strange.body.error).toMatchObject({ status: "FAILED_PRECONDITION" });
});

test.skipIf(executablePath === undefined)(
  "in a browser the pages of a link are shown in a frame of an allowed site, and in no other",
  { timeout: 120_000 },
  async () => {
    let source = "";
    const [allowed, other] = await Promise.all([embedding(() => source), embedding(() => source)]);
    await workspace.customer.data("/v2/workspace/domains/add", { domains: [new URL(allowed).host] });
    source = `${parley.url}${(await create({ readOnly: true, domains: [new URL(allowed).host] })).path}`;
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));

    await page.goto(allowed);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor({ timeout: 60_000 });
    await frame.getByRole("tab", { name: "Endpoints", exact: true }).click();
    await frame.getByText("Only administrators can change this.").waitFor({ timeout: 60_000 });
    const tabs = await frame.getByRole("tab").allTextContents();
    await frame.getByRole("tab", { name: "Deliveries" }).click();
    await frame.getByText("Once an administrator has set an endpoint").waitFor({ timeout: 60_000 });
    const offersEndpoint = await frame.getByText("Set an endpoint", { exact: true }).count();
    const shownBefore = complaints.filter((text) => text.includes("frame-ancestors"));
    await page.goto(other);

    await expect.poll(() => complaints.some((text) => text.includes("frame-ancestors")), { timeout: 60_000 }).toBe(true);
    expect(shownBefore).toEqual([]);
    expect({ tabs, offersEndpoint }).toEqual({ tabs: ["Deliveries", "Endpoints", "Further endpoints"], offersEndpoint: 0 });
    expect(await page.frameLocator("iframe").getByRole("heading", { name: "Webhooks" }).count()).toBe(0);
  },
);

/** Another site with a page that frames an address. */
async function embedding(source: () => string): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Host</title><iframe src="${source()}" width=1000 height=700></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
