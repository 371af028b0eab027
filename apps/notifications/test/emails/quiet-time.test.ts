import { EmailState } from "@parley/contracts/notifications";
import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

// Long enough that no mail becomes due by itself: the test ends the quiet time.
const hourMs = 3_600_000;
let service: EmailsTestService;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start();
  service = await startEmails({ PARLEY_EMAIL_QUIET_MS: String(hourMs), PARLEY_EMAIL_QUIET_MAX_MS: String(2 * hourMs) });
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

const itemsOf = (apiKeyId: string) =>
  querySql(service.databaseUrl, `select from notifications.email_items where api_key_id = '${apiKeyId}'`);

/** Waits until the mails of a key have `items` items, and ends their quiet time. */
async function endQuietTime(apiKeyId: string, items: number): Promise<void> {
  await until(async () => (await itemsOf(apiKeyId)).length === items);
  await querySql(service.databaseUrl, `update notifications.email_queue set due_at_ms = 1 where api_key_id = '${apiKeyId}'`);
}

async function ended(apiKeyId: string, count: number) {
  return until(async () => {
    const { emails } = await service.emails.getEmails({ apiKeyId });
    return emails.length === count && emails.every(({ state }) => state !== EmailState.PENDING) ? emails : undefined;
  });
}

const due = async (apiKeyId: string) => {
  const sql = `select due_at_ms - created_at_ms as "delayMs" from notifications.email_queue where api_key_id = '${apiKeyId}'`;
  return Number((await querySql<{ delayMs: string }>(service.databaseUrl, sql))[0]?.delayMs);
};

test("events in a thread until it is quiet are in one mail, and later ones in another", async () => {
  configure(service.fakes, "pk_one", server);
  const say = (commentId: string, tags: string[] = []) =>
    commented("pk_one", { commentId, tags, involved: ["bob"], text: `Comment ${commentId}` });
  await service.send(say("c1"), say("c2", ["bob"]), say("c3"));
  await endQuietTime("pk_one", 3);
  await ended("pk_one", 1);
  await service.send(say("c4"));
  await endQuietTime("pk_one", 1);
  await ended("pk_one", 2);

  const [first, second] = server.to("bob@acme.example");
  expect(first?.subject).toBe("You were mentioned, and 2 more in “Name of welcome”");
  for (const id of ["c1", "c2", "c3"]) expect(first?.text).toContain(`> Comment ${id}`);
  expect(second?.subject).toBe("Alice Example commented in “Name of welcome”");
  expect(second?.text).not.toContain("Comment c3");
  expect(second?.headers.references).toBe(first?.headers.references);
});

test("each thread and recipient has its own mail", async () => {
  configure(service.fakes, "pk_apart", server);
  await service.send(
    commented("pk_apart", { annotationId: "t1", involved: ["bob", "carol"], tags: [] }),
    commented("pk_apart", { annotationId: "t2", involved: ["bob"], tags: [] }),
  );
  await endQuietTime("pk_apart", 3);

  expect(await ended("pk_apart", 3)).toHaveLength(3);
});

test("the quiet time restarts with each comment, up to its maximum", async () => {
  configure(service.fakes, "pk_longest", server);
  await service.send(commented("pk_longest", { involved: [] }));
  await until(async () => (await itemsOf("pk_longest")).length === 1);
  const first = await due("pk_longest");
  await querySql(
    service.databaseUrl,
    `update notifications.email_queue set created_at_ms = created_at_ms - ${hourMs * 1.5} where api_key_id = 'pk_longest'`,
  );

  await service.send(commented("pk_longest", { commentId: "c2", involved: [] }));
  await until(async () => (await itemsOf("pk_longest")).length === 2);

  expect(first).toBeGreaterThanOrEqual(hourMs);
  expect(first).toBeLessThan(hourMs + 60_000);
  // The first event was an hour and a half ago. The quiet time would end in an hour, but two hours after the first event is the maximum.
  expect(await due("pk_longest")).toBe(2 * hourMs);
});

test("items that the recipient has read in the inbox are left out, and if all are read nothing is sent", async () => {
  configure(service.fakes, "pk_read", server);
  const place = { apiKeyId: "pk_read", organizationId: "acme" };
  const add = (notificationId: string) =>
    service.notifications.addNotification({
      ...place,
      documentId: "welcome",
      notificationId,
      actionUser: { userId: "alice" },
      displayHeadlineMessageTemplate: `Headline ${notificationId}`,
      notifyUsers: [{ userId: "bob" }, { userId: "carol" }, { userId: "alice" }],
    });
  await add("n1");
  await add("n2");
  await until(async () => (await itemsOf("pk_read")).length === 4);
  await service.inbox.markRead({ ...place, userId: "bob", notificationIds: ["n1"] });
  await service.inbox.markRead({ ...place, userId: "carol", notificationIds: ["n1", "n2"] });
  await endQuietTime("pk_read", 4);

  const log = await ended("pk_read", 2);

  const mails = server.received.filter(({ subject }) => subject.includes("Headline"));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([["bob@acme.example", "Headline n2"]]);
  expect(mails[0]?.text).not.toContain("Headline n1");
  expect(log.find(({ userId }) => userId === "carol")).toMatchObject({ state: EmailState.DROPPED, reason: "read" });
});

test("a deleted notification is sent to nobody", async () => {
  configure(service.fakes, "pk_deleted", server);
  const place = { apiKeyId: "pk_deleted", organizationId: "acme" };
  await service.notifications.addNotification({
    ...place,
    documentId: "welcome",
    notificationId: "gone",
    actionUser: { userId: "alice" },
    displayHeadlineMessageTemplate: "Gone",
    notifyAll: true,
  });
  await until(async () => (await itemsOf("pk_deleted")).length === 3);
  await service.notifications.deleteNotifications({ ...place, notificationIds: ["gone"] });
  await endQuietTime("pk_deleted", 3);

  const log = await ended("pk_deleted", 3);

  expect(log.map(({ reason }) => reason)).toEqual(["nothing_left", "nothing_left", "nothing_left"]);
});
