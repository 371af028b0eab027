import { MailServer, type Refusal } from "../../../libs/testing/src/mail/mail-server.ts";
import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

const documentId = "emails";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };
const failingShare = 0.3;
const refusals: readonly Refusal[] = [{ code: 451, message: "4.7.1 Greylisted" }, { code: 452 }, { code: 421 }, "reset"];
const readerOf = (writer: string) => `reader-of-${writer}`;

let server: MailServer | undefined;

/**
 * Threads and replies that tag a user, who is mailed by a server that temporarily rejects three mails in ten: each comment in one mail,
 * under one id.
 */
export const emails: Scenario = {
  name: "emails",
  hasOwnKey: true,
  showsWithinMs: 90_000,
  async arrange(customer, writers) {
    server = await MailServer.start({ startTls: false });
    server.onMail = () => (Math.random() < failingShare ? refusals[Math.floor(Math.random() * refusals.length)] : undefined);
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    const readers = writers.map((writer) => ({ userId: readerOf(writer), name: "Reader", email: `${readerOf(writer)}@storm.example` }));
    await customer.arrange("/v2/users/add", { organizationId, users: readers });
    const emailServiceConfig = { type: "smtp", apiKey: server.url(), fromEmail: "parley@storm.example", fromCompany: "Storm" };
    await customer.arrange("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  },
  writer(name, random) {
    const own = new OwnKeys(name, random);
    const taggedUserContacts = [{ userId: readerOf(name), text: "@Reader", contact: { userId: readerOf(name) } }];
    return () => {
      const text = `mailed ${name} ${own.next()} end`;
      // The required fact is the mail, not the stored comment.
      const asks = { facts: [{ key: text, value: "mailed" }], idempotencyKey: `${name}-${own.next()}` };
      // Few comments of a thread at a time: a mail shows only the newest of very many.
      const isNew = own.size === 0 || random.chance(0.4);
      const annotationId = isNew ? own.add() : own.any();
      const commentData = [{ from: author, commentText: text, taggedUserContacts }];
      return isNew
        ? { path: "/v2/commentannotations/add", data: { ...place, commentAnnotations: [{ annotationId, commentData }] }, ...asks }
        : { path: "/v2/commentannotations/comments/add", data: { ...place, annotationId, commentData }, ...asks };
    };
  },
  // A mail received twice under one id was in transfer when its sender was killed; a comment in two mails counts twice.
  async stored() {
    const mails = new Map((server?.received ?? []).map((mail) => [mail.headers["message-id"] ?? "", mail.text]));
    const told = [...mails.values()].flatMap((text) => [...new Set(text.match(/mailed \S+ \d+ end/g))]);
    return told.map((key) => ({ key, value: "mailed" }));
  },
  async check() {
    const own = (server?.received ?? []).filter(
      ({ text, to }) => !text.includes(`mailed ${to.slice("reader-of-".length, to.indexOf("@"))} `),
    );
    return own.map(({ to }) => ({ kind: "broken", scenario: "emails", what: `${to} received a mail for somebody else` }) as const);
  },
  close: async () => server?.stop(),
};
