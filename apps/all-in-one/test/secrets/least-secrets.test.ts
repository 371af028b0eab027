import { hkdfSync } from "node:crypto";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { WorkspaceService } from "@parley/contracts/workspace";
import { PageTokens } from "@parley/kernel";
import { createRpcTransport } from "@parley/rpc";
import { runCommandLine } from "@parley/runtime";
import { workspaceModule } from "@parley/workspace/module";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type SeparateProcesses, startSeparateProcesses } from "../support/separate-processes.ts";

// Each service with the secrets that `make-secrets` generates for it, as compose and the chart start them.
let secrets: Record<string, string>;
let parley: SeparateProcesses;
let workspace: Workspace;

const keysOf: Readonly<Record<string, string>> = {
  workspace: "PARLEY_MASTER_KEYS",
  gateway: "PARLEY_GATEWAY_KEYS",
  notifications: "PARLEY_NOTIFICATIONS_KEYS",
};

function environmentOf(module: string): Record<string, string> {
  const own = (name: string) => ({ [name]: secrets[name] ?? "" });
  return {
    PARLEY_MASTER_KEYS: "",
    PARLEY_ADMIN_TOKEN: "",
    ...own("PARLEY_SERVICE_TOKENS"),
    PARLEY_OWN_SERVICE_TOKEN: tokenOf(module),
    ...(keysOf[module] === undefined ? {} : own(keysOf[module])),
    ...(module === "gateway" ? own("PARLEY_ADMIN_TOKEN") : {}),
  };
}

function tokenOf(service: string): string {
  return secrets[`PARLEY_${service.toUpperCase().replaceAll("-", "_")}_SERVICE_TOKEN`] ?? "";
}

beforeAll(async () => {
  const lines = (await runCommandLine([workspaceModule], ["make-secrets", "compose"], {})).split("\n");
  secrets = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
  parley = await startSeparateProcesses(environmentOf);
  workspace = await createWorkspace(parley.url, secrets.PARLEY_ADMIN_TOKEN ?? "");
});

afterAll(() => parley?.[Symbol.asyncDispose]());

/** A gateway next to the first one, with the master keys. */
async function gatewayWithMasterKeys(): Promise<Workspace> {
  const keys = { PARLEY_MASTER_KEYS: secrets.PARLEY_MASTER_KEYS ?? "", PARLEY_GATEWAY_KEYS: "" };
  const gateway = await parley.another("gateway", keys);
  onTestFinished(() => gateway.stop());
  const url = gateway.process.addresses.get("gateway") ?? "";
  const { customer, owner } = workspace;
  return { ...workspace, customer: new Customer(url, customer.credentials), owner: new Customer(url, owner.credentials) };
}

const masterKey = () => Buffer.from((secrets.PARLEY_MASTER_KEYS ?? "").slice("k1:".length), "base64");
const ownPage = (url: string) => ({ origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" });

test("services with only their own token and keys serve requests that involve all of them", async () => {
  const { customer } = workspace;
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada", name: "Ada", email: "ada@acme.example" }] });
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "plan", documentName: "Plan" }],
  });
  await customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId: "plan",
    commentAnnotations: [{ commentData: [{ commentText: "Hello", from: { userId: "ada" } }] }],
  });

  const everything = await customer.data("/v2/users/data/get", { organizationId: "acme", userId: "ada" });
  const asked = await customer.post("/v2/rewriter/ask-ai", { model: "gpt-5", prompt: "Shorten.", text: "A long text." });

  expect(everything.comments).toHaveLength(1);
  expect(asked.body.result).toMatchObject({ success: false, error: expect.stringContaining("OpenAI") });
});

test("the token of a service grants what the service declares and nothing else", async () => {
  const as = (service: string) => {
    const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${parley.ports.workspace}`, tokens: [tokenOf(service)] });
    onTestFinished(() => transport.close());
    return createClient(WorkspaceService, transport);
  };
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => "ok",
      (error: unknown) => Code[ConnectError.from(error).code],
    );
  const request = { workspaceId: workspace.workspaceId };

  expect(await codeOf(as("gateway").getWorkspace(request))).toBe("ok");
  for (const service of ["users", "activity", "notifications", "rewriter", "organization-directory"])
    expect(await codeOf(as(service).getWorkspace(request)), service).toBe("PermissionDenied");
});

test("page tokens, sessions and links issued by a gateway with the master keys are valid at one without them, and vice versa", async () => {
  const lesser = workspace;
  const fuller = await gatewayWithMasterKeys();
  await lesser.customer.data("/v2/organizations/add", {
    organizations: ["one", "two"].map((organizationId) => ({ organizationId, organizationName: organizationId })),
  });

  for (const [from, to] of [
    [fuller, lesser],
    [lesser, fuller],
  ] as const) {
    const page = { pageSize: 1 };
    const { nextPageToken } = (await from.customer.post("/v2/organizations/get", page)).body.result;
    const signedIn = await new Customer(from.owner.url).send(
      "/console/session",
      JSON.stringify({ workspaceId: from.workspaceId, token: from.owner.credentials["x-svc-auth-token"], role: "read" }),
      { headers: ownPage(from.owner.url) },
    );
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
    const { path } = await from.customer.data("/v2/webhooks/portal/create", {});
    const there = new Customer(to.owner.url);

    expect((await to.customer.post("/v2/organizations/get", { ...page, pageToken: nextPageToken })).status).toBe(200);
    expect((await there.post("/v2/workspace/get", {}, { ...ownPage(there.url), cookie })).status).toBe(200);
    expect((await openLink(there, path.slice(path.indexOf("#") + 1))).status).toBe(200);
  }
});

const openLink = (customer: Customer, secret: string) =>
  customer.post("/v2/webhooks/deliveries/get", {}, { ...ownPage(customer.url), "x-portal-token": secret });

test("a link to unsubscribe of a mail sent with the master keys is still valid", async () => {
  const derived = Buffer.from(hkdfSync("sha256", masterKey(), "", "parley unsubscribe links", 32));
  const token = new PageTokens([derived]).seal("unsubscribe", JSON.stringify([workspace.apiKey, "acme", "plan", "ada", Date.now()]));

  const page = await fetch(`${parley.url}/unsubscribe?token=${token}`);

  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Unsubscribe");
});
