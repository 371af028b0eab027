import { EmailState } from "@parley/contracts/notifications";
import { EmailServiceType } from "@parley/contracts/workspace";
import { until } from "@parley/testing";
import { MailServer, type MailTransferAgent, type ReceivedMail, startOpensmtpd } from "@parley/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

const apiKeyId = "pk_transfer";
const longLine = "x".repeat(3_000);
const hardText = `Grüße, 世界 👍\n.\n..\n.hidden\nFrom here on\n${longLine}\nend`;
const names = { carol: 'Carol "C" Exämple', later: "Later", nobody: "Nobody", bounced: "Bounced", jörg: "Jörg" };

let next: MailServer;
let agent: MailTransferAgent | undefined;
let service: EmailsTestService | undefined;

// A real mail transfer agent between Parley and the final server.
beforeAll(async () => {
  next = await MailServer.start({ startTls: false });
  next.onRecipient = (address) => (address.startsWith("bounced") ? { code: 550, message: "5.1.1 No such user" } : undefined);
  agent = await startOpensmtpd(next.port);
  if (agent === undefined) return;
  service = await startEmails();
  configure(service.fakes, apiKeyId, agent.url, {
    emailServiceConfig: { type: EmailServiceType.SMTP, fromEmail: "parley@acme.example", fromCompany: "Ácme, Größe & Co" },
  });
  const { members } = service.fakes.organization(apiKeyId, "acme");
  for (const [userId, name] of Object.entries(names)) {
    members.add(userId);
    service.fakes.profiles.set(userId, { name, email: `${userId}@acme.example` });
  }
  await service.send(commented(apiKeyId, { text: hardText, tags: Object.keys(names), involved: [] }));
});

beforeEach(({ skip }) => skip(agent === undefined, "There is no mail transfer agent here."));

afterAll(async () => {
  await service?.stop();
  await agent?.[Symbol.asyncDispose]();
  await next?.stop();
});

async function logged(userId: string) {
  return until(async () => {
    const { emails = [] } = (await service?.emails.getEmails({ apiKeyId })) ?? {};
    return emails.find((mail) => mail.userId === userId && mail.state !== EmailState.PENDING);
  }, 30_000);
}

function arrived(to: string): Promise<ReceivedMail> {
  return until(() => next.to(to)[0], 30_000);
}

test("a relayed mail has its text unchanged: dots, long lines and every character", async () => {
  const { text, html, raw } = await arrived("carol@acme.example");

  expect(text.replaceAll(/^> /gm, "")).toContain(hardText.slice(0, 2_000));
  for (const line of ["Grüße, 世界 👍<br>.<br>..<br>.hidden<br>From here on<br>xxx"]) expect(html).toContain(line);
  const lines = raw.split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  // Non-ASCII characters are encoded, so the mail arrives even where 8BITMIME is not supported.
  expect([...raw].filter((character) => character > "\x7f")).toEqual([]);
});

test("a relayed mail has the headers that mail servers and clients require, each once", async () => {
  const { emailId } = await logged("carol");
  const { headers, raw, subject } = await arrived("carol@acme.example");

  const [head = ""] = raw.split("\r\n\r\n", 1);
  const all = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const count = (name: string) => all.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)).length;
  const once = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "References",
    "In-Reply-To",
    "MIME-Version",
    "Content-Type",
    "Auto-Submitted",
  ];
  for (const name of [...once, "List-Unsubscribe", "List-Unsubscribe-Post"]) expect([name, count(name)]).toEqual([name, 1]);
  expect(headers["message-id"]).toBe(`<${emailId}@acme.example>`);
  expect(Math.abs(Date.parse(headers.date ?? "") - Date.now())).toBeLessThan(120_000);
  expect(headers["auto-submitted"]).toBe("auto-generated");
  expect(headers["list-unsubscribe"]).toMatch(/^<https:\/\/parley\.acme\.example\/unsubscribe\S*>$/);
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(headers["mime-version"]).toBe("1.0");
  expect(headers["content-type"]).toMatch(/^multipart\/alternative; boundary=/);
  expect(headers["in-reply-to"]).toBe(headers.references);
  expect(headers.from).toMatch(/^=\?UTF-8\?[BQ]\?.+\?= <parley@acme\.example>$/);
  expect(headers.to).toMatch(/^=\?UTF-8\?[BQ]\?.+\?= <carol@acme\.example>$/);
  expect(subject).toBe("Alice Example mentioned you in “Name of welcome”");
  expect(headers.received).toContain("OpenSMTPD");
});

test("a deferred recipient is retried, and has failed when no attempt is left", async () => {
  expect(await logged("later")).toMatchObject({
    state: EmailState.FAILED,
    reason: "attempts_exhausted",
    errorClass: "temporary",
    attemptCount: 5,
    response: "451 4.7.1 Greylisted, try again",
  });
});

test("a rejected recipient is suppressed at the first attempt", async () => {
  expect(await logged("nobody")).toMatchObject({
    state: EmailState.FAILED,
    reason: "refused",
    errorClass: "address_refused",
    attemptCount: 1,
    response: expect.stringMatching(/^550 /),
  });
  const { suppressions = [] } = (await service?.emails.getEmailSuppressions({ apiKeyId })) ?? {};
  expect(suppressions.map(({ email }) => email)).toEqual(["nobody@acme.example"]);
});

test("an address with a local part that OpenSMTPD cannot read is named as such, and not suppressed", async () => {
  const { suppressions = [] } = (await service?.emails.getEmailSuppressions({ apiKeyId })) ?? {};

  expect(await logged("jörg")).toMatchObject({ state: EmailState.FAILED, errorClass: "address_unsupported", attemptCount: 1 });
  expect(suppressions.map(({ email }) => email)).not.toContain("jörg@acme.example");
});

test("a later bounce returns to the sender with the id of the mail, which Parley shows as sent", async () => {
  const mail = await logged("bounced");
  const bounce = await arrived("parley@acme.example");

  expect(mail).toMatchObject({ state: EmailState.SENT, attemptCount: 1 });
  expect(bounce.from).toBe("");
  expect(bounce.raw).toContain(`<${mail.emailId}@acme.example>`);
});
