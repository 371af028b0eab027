import { EmailState } from "@parley/contracts/notifications";
import { until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { assigned, commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

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

test("the users tagged by a comment and the other participants of the thread get a mail, the author does not", async () => {
  await service.send(commented(apiKeyId, { text: "Is it <b>done</b>, @Bob? Ünïcödé 👍" }));

  const log = await ended(2);

  expect(server.received.map(({ to }) => to).toSorted()).toEqual(["bob@acme.example", "carol@acme.example"]);
  const [tag] = server.to("bob@acme.example");
  const [comment] = server.to("carol@acme.example");
  expect(tag).toMatchObject({ from: "parley@acme.example", subject: "Alice Example mentioned you in “Name of welcome”" });
  expect(comment?.subject).toBe("Alice Example commented in “Name of welcome”");
  expect(tag?.headers).toMatchObject({ from: "Acme <parley@acme.example>", "auto-submitted": "auto-generated" });
  expect(tag?.text).toContain("> Is it <b>done</b>, @Bob? Ünïcödé 👍");
  expect(tag?.html).toContain("Is it &lt;b&gt;done&lt;/b&gt;, @Bob? Ünïcödé 👍");
  expect(tag?.html).not.toContain("<b>");
  expect(tag?.html).toContain('href="https://app.acme.example/welcome?thread=thread#c1"');
  // Both mails belong to one conversation, but have different ids.
  expect(tag?.headers.references).toBe(comment?.headers.references);
  expect(tag?.headers["message-id"]).not.toBe(comment?.headers["message-id"]);
  expect(log.map(({ state, items, attemptCount }) => [state, items, attemptCount])).toEqual([
    [EmailState.SENT, [], 1],
    [EmailState.SENT, [], 1],
  ]);
  expect(log.find(({ userId }) => userId === "bob")).toMatchObject({ address: "bob@acme.example", itemCount: 1 });
  expect(log[0]?.response).toMatch(/^250 /);
});

test("a mail shows the acting user's stored name if the event has only the id, else the event's name", async () => {
  const event = commented(apiKeyId, { tags: ["bob"], involved: [] });
  const bare = JSON.stringify({ userId: "alice" });
  const comment = { ...JSON.parse(event.targetCommentJson ?? ""), from: { userId: "alice" } };
  const countess = JSON.stringify({ userId: "alice", name: "Countess" });

  await service.send(
    { ...event, actorJson: bare, targetCommentJson: JSON.stringify(comment) },
    { ...assigned(apiKeyId, "dave"), actorJson: countess },
  );
  await ended(2);

  expect(server.to("bob@acme.example")[0]?.subject).toBe("Alice Example mentioned you in “Name of welcome”");
  expect(server.to("dave@acme.example")[0]?.subject).toBe("Countess assigned a thread to you in “Name of welcome”");
});

test("the new assignee of a thread gets a mail", async () => {
  await service.send(assigned(apiKeyId, "dave"));

  await ended(1);

  expect(server.received.map(({ to, subject }) => [to, subject])).toEqual([
    ["dave@acme.example", "Alice Example assigned a thread to you in “Name of welcome”"],
  ]);
});

test("a user who assigns a thread to themselves gets no mail", async () => {
  await service.send(assigned(apiKeyId, "alice"), commented(apiKeyId, { tags: ["bob"], involved: [] }));

  await ended(1);

  expect(server.received.map(({ to }) => to)).toEqual(["bob@acme.example"]);
});

test("a mail that a server defers is sent again with the same Message-ID, once", async () => {
  const seen: string[] = [];
  server.onMail = ({ headers }) => {
    seen.push(headers["message-id"] ?? "");
    return seen.length < 3 ? { code: 451, message: "Greylisted, try again" } : undefined;
  };
  await service.send(commented(apiKeyId, { involved: [] }));

  const [mail] = await ended(1);

  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 3, error: "" });
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
  expect(server.received).toHaveLength(1);
});

test("a connection that breaks in the middle of a mail is tried again with the same Message-ID", async () => {
  const seen: string[] = [];
  server.onMail = ({ headers }) => (seen.push(headers["message-id"] ?? "") < 3 ? "reset" : undefined);
  await service.send(commented(apiKeyId, { involved: [] }));

  const [mail] = await ended(1);

  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 3 });
  expect(new Set(seen).size).toBe(1);
  expect(server.received).toHaveLength(1);
});

test("after the last attempt a mail has failed, and a retry by the customer sends it", async () => {
  server.onMail = () => ({ code: 452, message: "No room" });
  await service.send(commented(apiKeyId, { involved: [], text: "Still here" }));
  const [failed] = await ended(1);
  server.onMail = () => undefined;

  const { results } = await service.emails.retryEmails({ apiKeyId, emailIds: [failed?.emailId ?? "", "em_unknown"] });

  expect(failed).toMatchObject({ state: EmailState.FAILED, reason: "attempts_exhausted", attemptCount: 5, errorClass: "temporary" });
  expect(failed?.items).toMatchObject([{ kind: "tag", commentId: "c1", fromUserId: "alice", text: "Still here" }]);
  expect(results.map(({ success, code }) => [success, code])).toEqual([
    [true, ""],
    [false, "not_found"],
  ]);
  const [sent] = await ended(1);
  expect(sent).toMatchObject({ state: EmailState.SENT, attemptCount: 6 });
  expect(server.received[0]?.headers["message-id"]).toContain(failed?.emailId ?? "?");
  const again = await service.emails.retryEmails({ apiKeyId, emailIds: [failed?.emailId ?? ""] });
  expect(again.results).toMatchObject([{ success: false, code: "content_removed" }]);
});

test("a mail whose text is refused has failed, and its address is not suppressed", async () => {
  server.onMail = () => ({ code: 554, message: "5.7.1 Looks like spam" });
  await service.send(commented(apiKeyId, { involved: [] }));

  const [mail] = await ended(1);

  expect(mail).toMatchObject({ state: EmailState.FAILED, reason: "refused", errorClass: "message_refused", attemptCount: 1 });
  expect((await service.emails.getEmailSuppressions({ apiKeyId })).suppressions).toEqual([]);
});

test("no mail is sent about a disabled document or to a user without an address, and the log says why", async () => {
  service.fakes.organization(apiKeyId, "acme").disabled.add("roadmap");
  service.fakes.profiles.set("dave", { name: "Dave" });
  await service.send(
    commented(apiKeyId, { documentId: "roadmap", involved: [] }),
    commented(apiKeyId, { documentId: "gone", involved: [] }),
    commented(apiKeyId, { tags: ["dave"], involved: [] }),
  );

  const log = await ended(3);

  expect(log.map(({ state, reason, userId, documentId }) => [state, reason, userId, documentId]).toSorted()).toEqual([
    [EmailState.DROPPED, "disabled", "bob", "roadmap"],
    [EmailState.DROPPED, "missing", "bob", "gone"],
    [EmailState.DROPPED, "no_address", "dave", "welcome"],
  ]);
  expect(server.received).toEqual([]);
});

test("notification levels decide when a mail is due: the document's before the organization's", async () => {
  const set = (userId: string, level: string, documentIds: string[]) =>
    service.notifications.setNotificationConfig({
      apiKeyId,
      organizationId: "acme",
      userId,
      documentIds,
      setOrganizationConfig: documentIds.length === 0,
      email: { level: { ALL: 1, MINE: 2, NONE: 3 }[level] ?? 0 },
    });
  await set("bob", "NONE", []);
  await set("bob", "MINE", ["roadmap"]);
  await set("carol", "MINE", []);
  await service.send(
    commented(apiKeyId, { documentId: "welcome", tags: ["bob"], involved: ["carol"] }),
    commented(apiKeyId, { documentId: "roadmap", tags: ["bob", "carol"], involved: ["dave"] }),
  );

  const log = await ended(5);

  const dropped = log
    .filter(({ state }) => state === EmailState.DROPPED)
    .map(({ reason, userId, documentId }) => [reason, userId, documentId]);
  expect(dropped.toSorted()).toEqual([
    ["level", "bob", "welcome"],
    ["level", "carol", "welcome"],
  ]);
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(["bob@acme.example", "carol@acme.example", "dave@acme.example"]);
});

test("when mails are switched off, waiting ones are dropped and further events create none", async () => {
  // The second attempt is made after the configuration has been loaded again.
  await using patient = await startEmails({ PARLEY_EMAIL_RETRY_DELAYS_MS: Array.from({ length: 8 }, () => "3000").join(",") });
  configure(patient.fakes, apiKeyId, server);
  server.onMail = () => {
    patient.fakes.emailConfigs.set(apiKeyId, { useEmailService: false });
    return { code: 451 };
  };
  await patient.send(commented(apiKeyId, { involved: [] }));
  const ended = async () => {
    const { emails } = await patient.emails.getEmails({ apiKeyId });
    return emails.some(({ state }) => state !== EmailState.PENDING) ? emails : undefined;
  };
  const [dropped] = await until(ended, 30_000);

  configure(patient.fakes, "pk_still_on", server);
  server.onMail = () => undefined;
  // Both events are of the same key and handled in order, so that the first one has been examined once the mail of the second exists.
  await patient.send(commented(apiKeyId, { commentId: "c2", involved: [] }), commented("pk_still_on", { involved: [] }));
  await until(() => server.received[0]);

  expect(dropped).toMatchObject({ state: EmailState.DROPPED, reason: "switched_off" });
  expect((await patient.emails.getEmails({ apiKeyId })).emails).toHaveLength(1);
});
