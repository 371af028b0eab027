import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { EmailServiceType } from "@parley/contracts/workspace";
import type { Logger } from "@parley/runtime";
import { Authority, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { checkOwnServer } from "../../src/emails/providers/check-own-server.ts";
import { routeToOwnServer } from "../../src/emails/providers/mail-routes.ts";
import { SmtpProvider } from "../../src/emails/providers/smtp-provider.ts";
import { configure, startEmails } from "./emails-service.ts";
import { openSilentServer } from "./silent-server.ts";

const trusted = new Authority();
const before = getCACertificates("default");

beforeAll(() => {
  // Like NODE_EXTRA_CA_CERTS, in a process that is already running.
  setDefaultCACertificates([...before, trusted.certificate]);
});

afterAll(() => {
  setDefaultCACertificates(before);
  trusted[Symbol.dispose]();
});

// This address leads to this machine but is no loopback address, so the rules treat it as remote.
const elsewhere = "0.0.0.0";
const users = { parley: "secret" };

async function serverOf(options: Parameters<typeof MailServer.start>[0], { onTestFinished }: TestContext): Promise<MailServer> {
  const server = await MailServer.start({ users, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** Sends a test mail of an API key of type default through the installation's server at a host. */
async function testBy(server: MailServer, host: string, settings: Readonly<Record<string, string>> = {}) {
  const url = server.url("parley:secret").replace("127.0.0.1", host);
  const bounds = { PARLEY_EGRESS_ALLOW: "", PARLEY_EGRESS_SMTP_PORTS: "25" };
  await using installation = await startEmails({ ...bounds, PARLEY_SMTP_URL: url, ...settings });
  configure(installation.fakes, "pk_default", "", { emailServiceConfig: { type: EmailServiceType.DEFAULT } });
  return await installation.emails.sendTestEmail({ apiKeyId: "pk_default", to: "you@acme.example" });
}

test.for([
  ["offers no TLS", { startTls: false }],
  ["has an untrusted certificate", {}],
  ["has a certificate for another host", { certificate: trusted.issue("DNS:mail.acme.example") }],
] as const)("the installation's server gets no password and no mail over the network when it %s", async ([, options], context) => {
  const server = await serverOf(options, context);

  const result = await testBy(server, elsewhere);

  expect(result).toMatchObject({ success: false, errorClass: "tls" });
  expect(server.connections).toBeGreaterThan(0);
  expect([server.logins, server.received]).toEqual([[], []]);
});

test("the installation's server is used over the network if a trusted authority vouches for its host", async (context) => {
  const server = await serverOf({ certificate: trusted.issue(`IP:${elsewhere}`) }, context);

  expect(await testBy(server, elsewhere)).toMatchObject({ success: true });
  expect(server.logins[0]).toEqual({ user: "parley", isEncrypted: true });
  expect(server.received).toMatchObject([{ isEncrypted: true, user: "parley" }]);
});

test.for([
  ["on this machine by its address", "127.0.0.1", {}],
  ["on this machine by its name", "localhost", {}],
  ["in a network that the operator has named", elsewhere, { PARLEY_EGRESS_ALLOW: `${elsewhere},127.0.0.1` }],
  ["anywhere, if the operator allows it", elsewhere, { PARLEY_SMTP_ALLOW_PLAIN: "true" }],
] as const)("the installation's server need not offer TLS %s", async ([, host, settings], context) => {
  const server = await serverOf({ startTls: false }, context);

  expect(await testBy(server, host, settings)).toMatchObject({ success: true });
  expect(server.received).toMatchObject([{ isEncrypted: false, user: "parley" }]);
});

/** Starts a process with this server as its own; `stop` returns the log lines until then. */
async function startBy(url: string) {
  const said: string[] = [];
  const steps: Record<"start" | "stop", () => Promise<void>> = { start: async () => undefined, stop: async () => undefined };
  const provider = new SmtpProvider({
    url,
    route: routeToOwnServer([], false),
    connections: 1,
    connectTimeoutMs: 60_000,
    timeoutMs: 60_000,
  });
  const checks = Promise.withResolvers<void>();
  const log = { warn: (_about: object, sentence: string) => void said.push(sentence) } as Pick<Logger, "warn">;
  const host = {
    log,
    onStart: (start: () => Promise<void>) => void Object.assign(steps, { start }),
    onStop: (stop: () => Promise<void>) => void Object.assign(steps, { stop }),
  };
  // A result is logged before the next turn of the event loop.
  checkOwnServer(host, { checkDefault: (signal) => provider.check(signal).finally(() => setImmediate(checks.resolve)) });
  await steps.start();
  return {
    checked: checks.promise,
    stop: async () => {
      await steps.stop();
      return said;
    },
  };
}

test("at the start the log says why the installation's server cannot be used, and nothing about one that can", async (context) => {
  const plain = await serverOf({ startTls: false }, context);
  const cases = {
    [plain.url("parley:secret")]: [],
    [plain.url("parley:secret").replace("127.0.0.1", elsewhere)]: [expect.stringMatching(/does not offer TLS\. .*PARLEY_SMTP_ALLOW_PLAIN/)],
    [plain.url("parley:wrong")]: [expect.stringContaining("rejected the user name and password (535)")],
    "smtp://127.0.0.1:1": [expect.stringContaining("The connection failed (ECONNREFUSED)")],
  };
  for (const [url, expected] of Object.entries(cases)) {
    const started = await startBy(url);
    await started.checked;

    expect(await started.stop(), url).toEqual(expected);
  }
  expect(plain.received).toEqual([]);
});

test("a silent server delays neither the start nor the stop", async () => {
  await using hole = await openSilentServer();
  const started = await startBy(`smtp://127.0.0.1:${hole.port}`);
  await until(() => hole.connections === 1);

  expect(await started.stop()).toEqual([]);
  await until(() => hole.connections === 0);
});

test.each([
  [{ PARLEY_SMTP_URL: "smtps://mail.acme.example", PARLEY_SMTP_ALLOW_PLAIN: "true" }, /PARLEY_SMTP_ALLOW_PLAIN has no effect on the smtps/],
  [{ PARLEY_SMTP_URL: "smtp://" }, /PARLEY_SMTP_URL must be an smtp:\/\/ or smtps:\/\/ URL that names a host/],
  [{ PARLEY_SMTP_URL: "https://mail.acme.example" }, /PARLEY_SMTP_URL must be an smtp/],
])("a process does not start with %j", async (settings, sentence) => {
  await expect(startEmails(settings)).rejects.toThrow(sentence);
});
