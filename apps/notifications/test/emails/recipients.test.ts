import { EmailState, NotificationLevel } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

const hourly = 2;
let service: EmailsTestService;
let server: MailServer;
let keys = 0;
let apiKeyId: string;

beforeAll(async () => {
  server = await MailServer.start();
  service = await startEmails({ PARLEY_EMAIL_RECIPIENT_HOURLY: String(hourly) });
});

beforeEach(() => {
  apiKeyId = `pk_recipients_${++keys}`;
  configure(service.fakes, apiKeyId, server);
  server.received.length = 0;
  server.onRecipient = () => undefined;
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

/** Waits until `count` mails of the key have ended; returns their recipients and outcomes, oldest first. */
async function ended(count: number): Promise<string[][]> {
  return until(async () => {
    const { emails } = await service.emails.getEmails({ apiKeyId });
    const done = emails.toReversed().filter(({ state }) => state !== EmailState.PENDING);
    return done.length === count && done.map(({ userId, state, reason }) => [userId, reason || (EmailState[state] ?? "")]);
  }, 20_000);
}

test("neither the author of a comment nor the user who writes it in the author's name gets a mail about it", async () => {
  const event = commented(apiKeyId, { by: "alice", tags: ["bob", "carol"], involved: ["alice", "bob", "carol"] });

  await service.send({ ...event, actorJson: JSON.stringify({ userId: "carol", name: "Carol Example" }) });

  expect(await ended(1)).toEqual([["bob", "SENT"]]);
  // All mails about an event are created together, so that another one would exist by now.
  expect((await service.emails.getEmails({ apiKeyId })).emails).toHaveLength(1);
});

test("a rejected address is suppressed regardless of case", async () => {
  service.fakes.profiles.set("bob", { name: "Bob", email: "Bob@Acme.example" });
  server.onRecipient = () => ({ code: 550, message: "No such user" });
  await service.send(commented(apiKeyId, { involved: [] }));
  await ended(1);
  server.onRecipient = () => undefined;

  await service.send(commented(apiKeyId, { commentId: "c2", involved: [] }));
  await ended(2);
  service.fakes.profiles.set("bob", { name: "Bob", email: "bob@acme.example" });
  await service.send(commented(apiKeyId, { commentId: "c3", involved: [] }));

  expect(await ended(3)).toEqual([
    ["bob", "refused"],
    ["bob", "suppressed"],
    ["bob", "suppressed"],
  ]);
  expect(server.received).toEqual([]);
});

test("a user with level MINE gets no mail addressed to everybody, unless it names them", async () => {
  const place = { apiKeyId, organizationId: "acme" };
  for (const userId of ["bob", "carol"]) {
    await service.notifications.setNotificationConfig({
      ...place,
      userId,
      setOrganizationConfig: true,
      email: { level: NotificationLevel.MINE },
    });
  }

  await service.notifications.addNotification({
    ...place,
    documentId: "welcome",
    notificationId: "n1",
    actionUser: { userId: "alice" },
    displayHeadlineMessageTemplate: "Hello",
    notifyAll: true,
    notifyUsers: [{ userId: "carol" }],
  });

  expect((await ended(3)).toSorted()).toEqual([
    ["bob", "level"],
    ["carol", "SENT"],
    ["dave", "SENT"],
  ]);
});

test("a user is sent at most the hourly limit of mails: the next one waits, and other users' do not", async () => {
  const say = (annotationId: string, tags: string[]) => service.send(commented(apiKeyId, { annotationId, tags, involved: [] }));
  for (let sent = 1; sent <= hourly; sent++) {
    await say(`t${sent}`, ["bob"]);
    await ended(sent);
  }

  await say("t3", ["bob", "carol"]);

  expect((await ended(hourly + 1)).at(-1)).toEqual(["carol", "SENT"]);
  const waiting = `select (q.due_at_ms - notifications.now_ms())::integer as ms from notifications.email_queue q
    where q.api_key_id = $1 and q.state = 'scheduled' and q.due_at_ms > notifications.now_ms()`;
  const [put] = await until(async () => {
    const rows = await querySql<{ ms: number }>(service.databaseUrl, waiting, [apiKeyId]);
    return rows.length > 0 && rows;
  });
  expect(put?.ms).toBeGreaterThan(200_000);
  expect(server.to("bob@acme.example")).toHaveLength(hourly);

  // An hour after the other mails it is sent.
  await querySql(service.databaseUrl, "update notifications.emails set sent_at_ms = sent_at_ms - 3600000 where api_key_id = $1", [
    apiKeyId,
  ]);
  await querySql(service.databaseUrl, "update notifications.email_queue set due_at_ms = 0 where api_key_id = $1", [apiKeyId]);
  await ended(hourly + 2);
  expect(server.to("bob@acme.example")).toHaveLength(hourly + 1);
});
