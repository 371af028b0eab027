import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { type Cuttable, cuttable } from "./cuttable.ts";

/** Browser pages that run the client, each as one user, and a Parley installation whose connection can be cut. */
export interface ClientStage {
  readonly parley: Parley;
  readonly workspace: Workspace;
  readonly way: Cuttable;
  /** The address of a window whose `client` acts for the user. */
  readonly urlOf: (userId: string) => string;
  /** Opens a window whose `client` acts for the user; in a browser of its own, or beside another window. */
  readonly open: (userId: string, beside?: Page) => Promise<Page>;
  /** Keeps all states of a list, so that a test sees even a state that lasted only a moment. */
  readonly tokensAsked: (userId: string) => number;
  readonly stop: () => Promise<void>;
}

type Role = "editor" | "commenter" | "viewer";

export const organizationId = "acme";
export const place = { organizationId, documentId: "welcome" };
const roles: Readonly<Record<string, Role>> = { alice: "editor", bob: "commenter", victor: "viewer" };

// All states of a list are kept, so that a state that lasted only a moment is seen.
const script = `
  import { UserParley } from "/client.js";
  const userId = new URLSearchParams(location.search).get("user");
  const getToken = async () => (await fetch("/token?user=" + userId, { method: "POST" })).text();
  window.client = new UserParley({ baseUrl: new URLSearchParams(location.search).get("parley"), getToken, user: { userId, name: userId } });
  window.follow = (list) => {
    const states = [list.getSnapshot()];
    const stop = list.subscribe(() => states.push(list.getSnapshot()));
    return { list, states, stop };
  };
  window.isReady = true;
`;
const page = `<!doctype html><link rel="icon" href="data:,"><title>Site</title><script type="module">${script}</script>`;

export async function startClientStage(overrides: Readonly<Record<string, string>> = {}): Promise<ClientStage> {
  const parley = await startParley("all-in-one", overrides);
  const workspace = await createWorkspace(parley.url, parley.adminToken);
  await prepare(workspace);
  const way = await cuttable(parley.url);
  let launched: ReturnType<typeof launchChromium> | undefined;
  const browser = () => {
    launched ??= launchChromium();
    return launched;
  };
  const asked: string[] = [];
  const site = await startSite(async (userId) => {
    asked.push(userId);
    return tokenOf(workspace, userId);
  });
  const urlOf = (userId: string) => `${site.url}/?user=${userId}&parley=${encodeURIComponent(way.url)}`;
  return {
    parley,
    workspace,
    way,
    urlOf,
    open: async (userId, beside) => openAs(beside?.context() ?? (await (await browser()).newContext()), urlOf(userId)),
    tokensAsked: (userId) => asked.filter((each) => each === userId).length,
    stop: async () => {
      await (await launched)?.close();
      await site.stop();
      await way[Symbol.asyncDispose]();
      await parley.stop();
    },
  };
}

async function prepare({ customer }: Workspace): Promise<void> {
  await customer.data("/v2/workspace/domains/add", { domains: ["localhost"] });
  const documents = [{ documentId: "welcome" }, { documentId: "roadmap" }];
  await customer.data("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });
  const users = Object.keys(roles).map((userId) => ({ userId, name: userId }));
  await customer.data("/v2/users/add", { organizationId, users });
}

async function tokenOf({ customer }: Workspace, userId: string): Promise<string> {
  const resources = [{ type: "organization", id: organizationId, accessRole: roles[userId] }];
  return (await customer.data("/v2/auth/generate_token", { userId, permissions: { resources } })).token;
}

async function openAs(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction("window.isReady");
  return page;
}

/** The customer's site, which serves the page, the client bundle and the tokens. */
async function startSite(token: (userId: string) => Promise<string>) {
  const { outputFiles } = await build({
    entryPoints: [createRequire(import.meta.url).resolve("@parley/sdk/browser")],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const client = outputFiles[0]?.text ?? "";
  const server = createServer(async ({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/token") {
      response.end(await token(searchParams.get("user") ?? ""));
      return;
    }
    const isClient = pathname === "/client.js";
    response.setHeader("content-type", isClient ? "text/javascript" : "text/html");
    response.end(isClient ? client : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
