import { EmailState } from "@parley/contracts/notifications";
import { until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trigger } from "../webhooks/trigger-sender.ts";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

let service: EmailsTestService;
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start();
  // Attempts that fail are not repeated for an hour.
  service = await startEmails({ PARLEY_EMAIL_RETRY_DELAYS_MS: "3600000" });
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

const mailsOf = async (apiKeyId: string) => (await service.emails.getEmails({ apiKeyId })).emails;

/** Bob's mails about comments, one a thread, which the server refuses for now or for good. */
async function refused(apiKeyId: string, code: number, events: readonly Trigger[]): Promise<void> {
  configure(service.fakes, apiKeyId, server);
  server.onMail = () => ({ code });
  await service.send(...events);
  await until(async () => {
    const emails = await mailsOf(apiKeyId);
    return emails.length === events.length && emails.every(({ attemptCount }) => attemptCount === 1);
  });
  server.onMail = () => undefined;
}

test.each([
  ["deferred", 451],
  ["refused", 554],
])("a mail that was %s and is sent again says what is so then", async (name, code) => {
  const apiKeyId = `pk_${name}`;
  const threads = ["edited", "deleted", "gone"].map((annotationId) =>
    commented(apiKeyId, { annotationId, involved: [], text: `Old ${annotationId}` }),
  );
  await refused(apiKeyId, code, threads);

  const edit = commented(apiKeyId, { annotationId: "edited", involved: [], text: "New words" });
  const bare = { apiKeyId, organizationId: "acme", documentId: "welcome" };
  const marked = commented(apiKeyId, { annotationId: "mark", tags: ["carol"], involved: [] });
  await service.send(
    { ...edit, trigger: "comment.update" },
    { ...bare, annotationId: "deleted", commentId: "c1", trigger: "comment.delete" },
    { ...bare, annotationId: "gone", trigger: "comment_annotation.delete" },
    marked,
  );
  await until(async () => (await mailsOf(apiKeyId)).some(({ userId }) => userId === "carol"));
  const before = server.to("bob@acme.example").length;

  const ofBob = async () => (await mailsOf(apiKeyId)).filter(({ userId }) => userId === "bob");
  const emailIds = (await ofBob()).map(({ emailId }) => emailId);
  const { results } = await service.emails.retryEmails({ apiKeyId, emailIds });
  const sent = await until(async () => {
    const some = (await ofBob()).filter(({ state }) => state === EmailState.SENT);
    return some.length > 0 && some;
  });

  expect(results.filter(({ success }) => success).map(({ id }) => id)).toEqual(sent.map(({ emailId }) => emailId));
  expect(sent.map(({ annotationId }) => annotationId)).toEqual(["edited"]);
  const [mail, ...others] = server.to("bob@acme.example").slice(before);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("> New words");
  expect(mail?.text).not.toContain("Old");
});
