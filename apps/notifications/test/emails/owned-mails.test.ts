import { EmailState } from "@parley/contracts/notifications";
import { EmailServiceType } from "@parley/contracts/workspace";
import { querySql, until } from "@parley/testing";
import { MailServer, type ReceivedMail } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
let server: MailServer;
/** The mails that the server was sent, accepted or not. */
const handed: ReceivedMail[] = [];
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await MailServer.start();
  // The first attempt at each mail is answered when the test says so.
  server.onMail = async (mail) => {
    handed.push(mail);
    if (handed.filter(({ from }) => from === mail.from).length === 1) await gate.promise;
    return undefined;
  };
  service = await startEmails({ PARLEY_EMAIL_LEASE_MS: "1000", PARLEY_EMAIL_TIMEOUT_MS: "60000" });
});

afterAll(async () => {
  gate.resolve();
  await service?.stop();
  await server?.stop();
});

const addressOf = (apiKeyId: string) => `${apiKeyId}@acme.example`;
const attemptsOf = (apiKeyId: string) => handed.filter(({ from }) => from === addressOf(apiKeyId)).length;

/** Begins a mail of an API key up to its first attempt; returns its id. */
async function beginMail(apiKeyId: string): Promise<string> {
  const emailServiceConfig = { type: EmailServiceType.SMTP, fromEmail: addressOf(apiKeyId) };
  configure(service.fakes, apiKeyId, server, { emailServiceConfig });
  await service.send(commented(apiKeyId, { involved: [] }));
  await until(() => attemptsOf(apiKeyId) === 1);
  const { emails } = await service.emails.getEmails({ apiKeyId });
  return emails[0]?.emailId ?? "";
}

/** As if another process, alive for `ms`, had taken the mails of an API key. */
async function letOtherHave(apiKeyId: string, ms: number): Promise<void> {
  await querySql(
    service.databaseUrl,
    `insert into notifications.delivery_processes (kind, owner, expires_at_ms, is_leaving) values ('email', 'another', notifications.now_ms() + $1, true)`,
    [ms],
  );
  const taken =
    "update notifications.delivery_groups set owner = 'another', fence = default where kind = 'email' and api_key_id = $1 returning 1";
  expect(await querySql(service.databaseUrl, taken, [apiKeyId])).toHaveLength(1);
}

const metrics = async () => (await fetch(`http://127.0.0.1:${service.opsPort}/metrics`)).text();

/** Waits until the process has read its queue: it does so in each round in which it renews its lease. */
async function readAgain(): Promise<void> {
  const lease = "select max(expires_at_ms)::float8 as ms from notifications.delivery_processes where kind = 'email' and owner <> 'another'";
  const renewed = async (ms: number) => (await querySql<{ ms: number }>(service.databaseUrl, lease)).find((row) => row.ms > ms);
  const before = await renewed(0);
  const first = await until(() => renewed(before?.ms ?? 0));
  await until(() => renewed(first.ms));
}

const ended = (apiKeyId: string) =>
  until(async () => {
    const { emails } = await service.emails.getEmails({ apiKeyId });
    return emails.every(({ state }) => state !== EmailState.PENDING) && emails;
  }, 20_000);

test("a process that lost a mail while sending it writes nothing about it", async () => {
  gate = Promise.withResolvers<void>();
  await beginMail("pk_lost");
  await letOtherHave("pk_lost", 1_500);

  gate.resolve();

  // The other process has died: when its lease expires, the process that takes over sends the mail.
  await until(() => attemptsOf("pk_lost") === 2, 20_000);
  const [mail] = await ended("pk_lost");
  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 1 });
});

test("a mail that is being sent is sent once, although a retry is requested meanwhile", async () => {
  gate = Promise.withResolvers<void>();
  const emailId = await beginMail("pk_retried");

  const { results } = await service.emails.retryEmails({ apiKeyId: "pk_retried", emailIds: [emailId] });
  await readAgain();
  gate.resolve();
  const [mail] = await ended("pk_retried");
  await until(async () => (await metrics()).includes("parley_email_requests_running 0"));

  expect(results.map(({ success }) => success)).toEqual([true]);
  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 1 });
  expect(attemptsOf("pk_retried")).toBe(1);
});
