import { EmailState } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
let server: MailServer;
let keys = 0;
let apiKeyId: string;

beforeAll(async () => {
  server = await MailServer.start();
  service = await startEmails();
});

beforeEach(() => {
  apiKeyId = `pk_delivery_${++keys}`;
  configure(service.fakes, apiKeyId, server);
  server.received.length = 0;
  server.onMail = () => undefined;
  server.onRecipient = () => undefined;
  server.slowMs = 0;
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

/** Waits until every mail of the key has ended; returns them, oldest first. */
async function ended(count: number) {
  return until(async () => {
    const { emails } = await service.emails.getEmails({ apiKeyId });
    return emails.length >= count && emails.every(({ state }) => state !== EmailState.PENDING) ? emails.toReversed() : undefined;
  }, 20_000);
}

test("an address that the mail server cannot read for want of SMTPUTF8 is not suppressed, and one that it does not know is", async () => {
  service.fakes.profiles.set("bob", { name: "Jörg Example", email: "jörg@acme.example" });
  service.fakes.profiles.set("carol", { name: "Zoë Example", email: "zoë@acme.example" });
  server.onRecipient = (address) =>
    address.startsWith("j") ? { code: 501, message: "5.1.3 Recipient address syntax error" } : { code: 550, message: "5.1.1 No such user" };

  await service.send(commented(apiKeyId));
  const log = await ended(2);

  expect(Object.fromEntries(log.map(({ userId, state, errorClass }) => [userId, [state, errorClass]]))).toEqual({
    bob: [EmailState.FAILED, "address_unsupported"],
    carol: [EmailState.FAILED, "address_refused"],
  });
  const { suppressions } = await service.emails.getEmailSuppressions({ apiKeyId });
  expect(suppressions.map(({ email }) => email)).toEqual(["zoë@acme.example"]);
});

test("a permanently rejected address is suppressed for its API key until the suppression is lifted", async () => {
  server.onRecipient = (address) => (address.startsWith("bob") ? { code: 550, message: "No such user" } : undefined);
  await service.send(commented(apiKeyId));
  const log = await ended(2);
  server.onRecipient = () => undefined;
  await service.send(commented(apiKeyId, { commentId: "c2" }));
  const after = await ended(4);

  const bobs = after.filter(({ userId }) => userId === "bob").map(({ state, reason }) => [state, reason]);
  expect(log.find(({ userId }) => userId === "bob")).toMatchObject({ reason: "refused", errorClass: "address_refused" });
  expect(bobs).toEqual([
    [EmailState.FAILED, "refused"],
    [EmailState.DROPPED, "suppressed"],
  ]);
  const { suppressions } = await service.emails.getEmailSuppressions({ apiKeyId });
  expect(suppressions).toMatchObject([{ email: "bob@acme.example", error: "The mail server refused the address (550)." }]);
  for (const [search, found] of [
    ["BOB@ac", 1],
    ["ob@", 0],
  ] as const) {
    expect((await service.emails.getEmailSuppressions({ apiKeyId, search })).suppressions, search).toHaveLength(found);
  }
  expect(server.to("bob@acme.example")).toEqual([]);

  const lifted = await service.emails.deleteEmailSuppressions({ apiKeyId, emails: ["Bob@Acme.example", "nobody@acme.example"] });
  await service.send(commented(apiKeyId, { commentId: "c3", involved: [] }));
  await ended(5);
  expect(lifted.results.map(({ success, code }) => [success, code])).toEqual([
    [true, ""],
    [false, "not_found"],
  ]);
  expect(server.to("bob@acme.example")).toHaveLength(1);
});

test("the twenty newest suppressed addresses of a user are kept, and no other user's are deleted", async () => {
  await querySql(
    service.databaseUrl,
    `insert into notifications.email_suppressions (api_key_id, address, user_id, error, suppressed_at_ms)
       select $1, u || n || '@old.example', u, '', n from unnest(array['bob', 'carol']) u, generate_series(10, 39) n`,
    [apiKeyId],
  );
  server.onRecipient = (address) => (address.startsWith("bob") ? { code: 550, message: "No such user" } : undefined);

  await service.send(commented(apiKeyId));
  await ended(2);

  const { suppressions } = await service.emails.getEmailSuppressions({ apiKeyId });
  const addresses = suppressions.map(({ email }) => email);
  const bobs = addresses.filter((email) => email.startsWith("bob"));
  expect([bobs.length, bobs[0], bobs.at(-1)]).toEqual([20, "bob21@old.example", "bob@acme.example"]);
  expect(addresses.filter((email) => email.startsWith("carol"))).toHaveLength(30);
});
