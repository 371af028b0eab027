import { EmailState } from "@parley/contracts/notifications";
import { EmailServiceType } from "@parley/contracts/workspace";
import { querySql, until } from "@parley/testing";
import { MailServer, type ReceivedMail } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
let server: MailServer;
/** What the server was handed, taken or not. */
const handed: ReceivedMail[] = [];
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await MailServer.start();
  // The first attempt at each mail is answered when a test says so.
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

/** Has a mail of an API key sent, as far as its first attempt; returns its id. */
async function beginMail(apiKeyId: string): Promise<string> {
  const emailServiceConfig = { type: EmailServiceType.SMTP, fromEmail: addressOf(apiKeyId) };
  configure(service.fakes, apiKeyId, server, { emailServiceConfig });
  await service.send(commented(apiKeyId, { involved: [] }));
  await until(() => attemptsOf(apiKeyId) === 1);
  const { emails } = await service.emails.getEmails({ apiKeyId });
  return emails[0]?.emailId ?? "";
}

/** Gives the lease of the key's mails to another process, for as long. */
const letOtherHave = (apiKeyId: string, ms: number) =>
  querySql(
    service.databaseUrl,
    "update notifications.email_queue set owner = 'another', fence = fence + 1, due_at_ms = notifications.now_ms() + $2 where api_key_id = $1",
    [apiKeyId, ms],
  );

const ended = (apiKeyId: string) =>
  until(async () => {
    const { emails } = await service.emails.getEmails({ apiKeyId });
    return emails.every(({ state }) => state !== EmailState.PENDING) && emails;
  }, 20_000);

test("a process that lost a mail while it was sent writes nothing of it", async () => {
  gate = Promise.withResolvers<void>();
  await beginMail("pk_lost");
  await letOtherHave("pk_lost", 2_000);

  gate.resolve();

  // The other process has died: when its lease is over the mail is sent by whoever takes it.
  await until(() => attemptsOf("pk_lost") === 2, 20_000);
  const [mail] = await ended("pk_lost");
  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 1 });
});

test("a process that lost a mail does not keep its lease from the one who has it", async () => {
  gate = Promise.withResolvers<void>();
  for (const apiKeyId of ["pk_taken", "pk_held"]) await beginMail(apiKeyId);
  const dueAtMs = async (apiKeyId: string) => {
    const sql = "select due_at_ms::float8 as due from notifications.email_queue where api_key_id = $1";
    return (await querySql<{ due: number }>(service.databaseUrl, sql, [apiKeyId]))[0]?.due ?? 0;
  };

  await letOtherHave("pk_taken", 3_600_000);
  const [theirs, ours] = [await dueAtMs("pk_taken"), await dueAtMs("pk_held")];
  // The leases of a process are extended together.
  await until(async () => (await dueAtMs("pk_held")) > ours);

  expect(await dueAtMs("pk_taken")).toBe(theirs);
  // The other process dies.
  await letOtherHave("pk_taken", 0);
  gate.resolve();
  for (const apiKeyId of ["pk_taken", "pk_held"]) await ended(apiKeyId);
});

test("a mail that is being sent is sent once, although its retry is asked for meanwhile", async () => {
  gate = Promise.withResolvers<void>();
  const emailId = await beginMail("pk_retried");

  const { results } = await service.emails.retryEmails({ apiKeyId: "pk_retried", emailIds: [emailId] });
  gate.resolve();
  const [mail] = await ended("pk_retried");

  expect(results.map(({ success }) => success)).toEqual([true]);
  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 1 });
  expect(attemptsOf("pk_retried")).toBe(1);
});
