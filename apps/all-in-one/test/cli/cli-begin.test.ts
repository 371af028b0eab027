import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { consolePage } from "../support/console-page.ts";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";

let parley: Parley;
let workspace: Workspace;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    PARLEY_CONSOLE_LINKS: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await workspace.customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await workspace.customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }, { userId: "bob" }] });
  const { apiKey, authToken } = workspace;
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken });
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test("an operation is called and described by its path or its name, under either version", async () => {
  const data = '{"organizationId":"acme","pageSize":1}';
  const calls = await Promise.all(
    ["users.list", "/v2/users/get", "/v1/users/get", "v2/users/get"].map((word) => shell.json("call", word, data)),
  );
  const described = await shell.run("operations", "/v2/users/get");
  const [typo, command, list] = await Promise.all([
    shell.run("call", "/v2/users/gett"),
    shell.run("organisations", "list"),
    shell.run("webhooks", "lisen"),
  ]);

  for (const answer of calls) expect(answer.data).toEqual(calls[0].data);
  expect(calls[0].data).toHaveLength(1);
  expect(described.out).toContain("users.list");
  expect(typo).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean /v2/users/get?") });
  expect(command).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean organizations?") });
  expect(list).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean listen?") });
}, 60_000);

test("the demo's credentials are used with the URL of its latest start", async () => {
  const { workspaceId, apiKey, authToken } = workspace;
  const demo = { baseUrl: parley.url, workspaceId, workspaceAuthToken: workspaceToken(), apiKey, authToken };
  await using away = await Shell.open();
  await writeFile(join(away.folder, "demo.json"), JSON.stringify(demo));

  const taken = await away.json("login", "--demo", away.folder);

  expect(taken).toMatchObject({ baseUrl: parley.url, apiKey });
  expect((await away.run("organizations", "list")).out).toContain("Acme");
});

test("a link that signs in to the console is printed only with the workspace's token", async () => {
  const named = ["--workspace-id", workspace.workspaceId, "--workspace-token"];
  const [made, refused, without] = await Promise.all([
    shell.run("console", ...named, workspaceToken()),
    shell.run("console", ...named, "sk_wrong"),
    shell.run("console"),
  ]);

  const [page, code] = made.out.trim().split("#code=");
  expect(page).toBe(`${parley.url}/console`);
  const { body } = await consolePage(() => ({ url: parley.url, workspace })).signIn({ code });
  expect(body).toMatchObject({ session: { workspaceId: workspace.workspaceId } });
  expect(refused).toMatchObject({ code: 3, out: "", err: expect.stringContaining(`sign in at ${parley.url}/console`) });
  expect(without).toMatchObject({ code: 3, out: "", err: expect.stringContaining("PARLEY_WORKSPACE_TOKEN") });
});

test("the doctor works without a profile, and says so", async () => {
  await using away = await Shell.open();

  const { code, out } = await away.run("doctor");

  expect(out).toContain("no address is configured, so http://localhost:8080 is tried");
  expect(out).toMatch(/ reach +http:\/\/localhost:8080 (responds|cannot be reached)/);
  expect(out).toContain("no API key is set; `parley login` stores one");
  expect([0, 6]).toContain(code);
});

test("login and doctor find nothing wrong with a token of fewer rights, and the doctor names what it may not check", async () => {
  const { owner, apiKey } = workspace;
  const rights = { role: "read", organizationIds: ["acme"] };
  const { token, tokenId } = await owner.data("/v2/workspace/authtokens/create", { apiKey, ...rights });
  await using bound = await Shell.open({ PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: token });

  const { code: loggedIn } = await bound.run("login");
  const { code, out } = await bound.run("--json", "doctor");
  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, tokenId });

  const denied = "The token is bound to organizations";
  expect([loggedIn, code]).toEqual([0, 0]);
  expect(JSON.parse(out)).toMatchObject({
    credentials: { verdict: "note", text: expect.stringContaining(`${apiKey} is accepted, with fewer rights: ${denied}`) },
    deliveries: { verdict: "note", text: expect.stringContaining(denied) },
  });
});

test("the doctor names rejected mails, and tests the settings with a mail of its own", async () => {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  const emailServiceConfig = { type: "smtp", apiKey: server.url(), fromEmail: "parley@acme.example" };
  await workspace.customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const before = await shell.json("doctor");
  const sent = await shell.json("doctor", "--mail-to", "you@acme.example");
  server.onRecipient = () => ({ code: 550, message: "no such person" });
  const refused = await shell.run("--json", "doctor", "--mail-to", "nobody@acme.example");

  expect(before.mails).toMatchObject({ verdict: "good", text: expect.stringContaining("--mail-to") });
  expect(sent.mails).toMatchObject({ verdict: "good", text: expect.stringContaining("a test mail to you@acme.example was accepted") });
  expect(server.received.map(({ to }) => to)).toEqual(["you@acme.example"]);
  expect(refused.code).toBe(6);
  expect(JSON.parse(refused.out).mails).toMatchObject({ verdict: "bad", text: expect.stringContaining("no such person") });
}, 60_000);

function workspaceToken(): string {
  return workspace.owner.credentials["x-svc-auth-token"] ?? "";
}
