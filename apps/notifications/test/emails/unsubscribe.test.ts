import { NotificationLevel } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
let server: MailServer;
let keys = 0;
let apiKeyId: string;
let token: string;

beforeAll(async () => {
  server = await MailServer.start();
  service = await startEmails();
});

// Each test has a link from its own mail.
beforeEach(async () => {
  apiKeyId = `pk_unsubscribe_${++keys}`;
  configure(service.fakes, apiKeyId, server);
  server.received.length = 0;
  await service.send(commented(apiKeyId, { involved: [] }));
  const { headers } = await until(() => server.received[0]);
  token = /\?token=([\w-]+)>/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

const rows = () => querySql(service.databaseUrl, "select from notifications.configs where api_key_id = $1", [apiKeyId]);

/** The failures of reading the link and of using it for the whole organization. */
async function failures(): Promise<(string | undefined)[]> {
  const kindOf = (call: Promise<unknown>) => call.then(() => undefined).catch(({ failure }: { failure: { kind: string } }) => failure.kind);
  return [
    await kindOf(service.emails.readUnsubscribeLink({ token })),
    await kindOf(service.emails.unsubscribe({ token, wholeOrganization: true })),
  ];
}

/** Removes an object; returns a function that restores it. */
const losses: Readonly<Record<string, () => () => void>> = {
  "API key": () => {
    service.fakes.goneKeys.add(apiKeyId);
    return () => service.fakes.goneKeys.delete(apiKeyId);
  },
  document: () => {
    const { documents } = service.fakes.organization(apiKeyId, "acme");
    documents.delete("welcome");
    return () => documents.add("welcome");
  },
  user: () => {
    service.fakes.goneUsers.add("bob");
    return () => service.fakes.goneUsers.delete("bob");
  },
};

test.each(Object.entries(losses))("a link whose %s does not exist is not found, and using it writes nothing", async (_what, lose) => {
  const giveBack = lose();
  const whileGone = await failures();
  const written = await rows();
  giveBack();

  expect(whileGone).toEqual(["not_found", "not_found"]);
  expect(written).toEqual([]);
  expect(await failures()).toEqual([undefined, undefined]);
  expect(await rows()).toHaveLength(2);
});

test.each(["workspaceIsDown", "directoryIsDown", "usersAreDown"] as const)(
  "while its target's existence is unknown (%s), a link is neither refused nor used",
  async (down) => {
    service.fakes[down] = true;
    const whileDown = await failures();
    service.fakes[down] = false;

    expect(whileDown).toEqual(["unavailable", "unavailable"]);
    expect(await rows()).toEqual([]);
  },
);

test("a user may still unsubscribe from a disabled document", async () => {
  service.fakes.organization(apiKeyId, "acme").disabled.add("welcome");

  expect(await failures()).toEqual([undefined, undefined]);
});

/** Marks the user as erased at a time, given as a SQL expression. */
async function markUser(time: string): Promise<void> {
  const values = `$1, encode(sha256('user:bob'), 'hex'), ${time}`;
  const sql = `insert into notifications.erasure_marks (api_key_id, mark, requested_at_ms) values (${values})
    on conflict (api_key_id, mark) do update set requested_at_ms = excluded.requested_at_ms`;
  await querySql(service.databaseUrl, sql, [apiKeyId]);
}

test("a link works if its user was erased before the mail was begun, and not if after", async () => {
  await markUser("(select min(created_at_ms) - 1 from notifications.emails where api_key_id = $1)");
  expect(await failures()).toEqual([undefined, undefined]);

  await markUser("notifications.now_ms()");
  expect(await failures()).toEqual(["not_found", "not_found"]);
});

test("unsubscribing from the whole organization also covers a document whose level was ALL", async () => {
  const user = { apiKeyId, organizationId: "acme", userId: "bob" };
  await service.notifications.setNotificationConfig({ ...user, documentIds: ["welcome"], email: { level: NotificationLevel.ALL } });

  await service.emails.unsubscribe({ token, wholeOrganization: true });

  const { configs } = await service.notifications.getNotificationConfig({ ...user, documentIds: ["welcome", "roadmap"] });
  expect(configs.map(({ email }) => email)).toEqual([NotificationLevel.NONE, NotificationLevel.NONE]);
});
