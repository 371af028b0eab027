import { querySql, until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";
import { type Body, Receiver } from "../support/receiver.ts";

// Long enough that no mail becomes due by itself: the tests end the quiet time.
export const hourMs = 3_600_000;

/** A customer with mails, inboxes and a processed webhook, and the people ann, eve and witness. */
export interface Stage {
  readonly call: (path: string, data: object) => Promise<Body>;
  readonly mails: MailServer;
  readonly receiver: Receiver;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const [mails, receiver] = await Promise.all([MailServer.start({ users: { acme: "secret" } }), Receiver.start()]);
  const parley = await startParley("all-in-one", {
    PARLEY_EGRESS_ALLOW: "127.0.0.1",
    PARLEY_EGRESS_PORTS: "1-65535",
    PARLEY_EGRESS_SMTP_PORTS: "1-65535",
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EMAIL_QUIET_MS: String(hourMs),
    PARLEY_EMAIL_QUIET_MAX_MS: String(2 * hourMs),
  });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);
  const people = ["ann", "eve", "witness"].map(person);
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: people });
  const emailServiceConfig = { type: "smtp", apiKey: mails.url("acme:secret"), fromEmail: "parley@acme.example" };
  await customer.data("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const triggers = { "comment_annotation.add": true, "comment.add": true, "comment.update": true, "comment_annotation.assign": true };
  const webhookServiceConfig = { processedNotificationUrl: receiver.url("/processed"), triggers };
  await customer.data("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  return {
    call: (path, data) => customer.data(path, data),
    mails,
    receiver,
    databaseUrl: parley.databaseUrl,
    async stop() {
      await parley.stop();
      await Promise.all([mails.stop(), receiver.stop()]);
    },
  };
}

let scenes = 0;
export const person = (userId: string) => ({ userId, name: `Name of ${userId}`, email: `${userId}@acme.example` });
export const tagged = (...userIds: string[]) => userIds.map((userId) => ({ userId, text: `@${userId}` }));

/** How ben belongs to the document. */
export type Belonging = "organization" | "document" | "folder";

/** A document of its own, in which ann acts and ben is to be told. */
export class Scene {
  readonly documentId = `doc-${++scenes}`;
  readonly ben = `ben-${scenes}`;
  readonly author: string = `author-${scenes}`;
  readonly place = { organizationId: "acme", documentId: this.documentId };
  readonly thread = { ...this.place, annotationId: "t" };
  readonly #folderId = `folder-${scenes}`;
  readonly #stage: Stage;
  readonly #belonging: Belonging;
  #marks = 0;

  constructor(stage: Stage, belonging: Belonging) {
    this.#stage = stage;
    this.#belonging = belonging;
  }

  static async open(stage: Stage, belonging: Belonging = "organization"): Promise<Scene> {
    const scene = new Scene(stage, belonging);
    const { call } = stage;
    await call("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId: scene.#folderId }] });
    const documents = [{ documentId: scene.documentId, documentName: scene.documentId }];
    await call("/v2/organizations/documents/add", { organizationId: "acme", folderId: scene.#folderId, documents });
    await call("/v2/users/add", { ...scene.#placeOfBen, users: [person(scene.ben)] });
    await call("/v2/users/add", { organizationId: "acme", users: [person(scene.author)] });
    return scene;
  }

  get #placeOfBen() {
    const folder = { organizationId: "acme", folderId: this.#folderId };
    return { organization: { organizationId: "acme" }, document: this.place, folder }[this.#belonging];
  }

  removeBen() {
    return this.#stage.call("/v2/users/delete", { ...this.#placeOfBen, userIds: [this.ben] });
  }

  start(more: object = {}, comment: object = {}, others: readonly object[] = []) {
    const first = { commentId: "1", from: person(this.author), commentText: "First text", ...comment };
    return this.#stage.call("/v2/commentannotations/add", {
      ...this.place,
      commentAnnotations: [{ annotationId: "t", commentData: [first, ...others], ...more }],
    });
  }

  say(commentId: string, comment: object = {}) {
    const data = { commentId, from: person(this.author), commentText: `Text of ${commentId}`, ...comment };
    return this.#stage.call("/v2/commentannotations/comments/add", { ...this.thread, commentData: [data] });
  }

  edit(commentId: string, updatedData: object) {
    return this.#stage.call("/v2/commentannotations/comments/update", {
      ...this.thread,
      commentIds: [commentId],
      updatedData,
      actionUser: person(this.author),
    });
  }

  remove(...commentIds: string[]) {
    return this.#stage.call("/v2/commentannotations/comments/delete", { ...this.thread, commentIds });
  }

  assign(assignedTo: object | null) {
    const changes = { annotationIds: ["t"], updatedData: { assignedTo }, actionUser: person(this.author) };
    return this.#stage.call("/v2/commentannotations/update", { ...this.place, ...changes });
  }

  level(way: "inbox" | "email", level: string, userId = this.ben) {
    return this.#stage.call("/v2/notifications/config/set", {
      organizationId: "acme",
      documentIds: [this.documentId],
      userIds: [userId],
      config: { [way]: level },
    });
  }

  /** Waits until everything that happened so far has been handled: the events of a document are in order. */
  async handled(): Promise<void> {
    const annotationId = `mark-${++this.#marks}`;
    const mark = { commentId: annotationId, from: person("ann"), commentText: "Mark", taggedUserContacts: tagged("witness") };
    await this.#stage.call("/v2/commentannotations/add", { ...this.place, commentAnnotations: [{ annotationId, commentData: [mark] }] });
    const wanted = `select 1 from notifications.notifications where document_id = '${this.documentId}' and annotation_id = '${annotationId}'`;
    await until(async () => (await querySql(this.#stage.databaseUrl, wanted)).length > 0, 20_000);
  }

  async inbox(userId = this.ben): Promise<Body[]> {
    const entries: Body[] = await this.#stage.call("/v2/notifications/get", { organizationId: "acme", userId });
    return entries.filter(({ documentId }) => documentId === this.documentId);
  }

  /** Marks all entries of ben as read. */
  async read(): Promise<void> {
    const notificationIds = (await this.inbox()).map(({ notificationId }) => notificationId);
    await this.#stage.call("/v2/notifications/update", { organizationId: "acme", userId: this.ben, notificationIds, isRead: true });
  }

  /** Ends the quiet time; returns how each mail to ben ended: a reason, or the text that arrived. */
  async mailed(userId = this.ben): Promise<string[]> {
    const ofDocument = `e.document_id = '${this.documentId}' and q.api_key_id = e.api_key_id and q.email_id = e.email_id`;
    await querySql(
      this.#stage.databaseUrl,
      `update notifications.email_queue q set due_at_ms = 1 from notifications.emails e where ${ofDocument}`,
    );
    const log: Body[] = await until(async () => {
      const all: Body[] = await this.#stage.call("/v2/emails/get", { ...this.place, userId });
      return all.every(({ state }) => state === "sent" || state === "dropped") ? all : undefined;
    }, 20_000);
    const arrived = this.#stage.mails.to(`${userId}@acme.example`).filter(({ subject }) => subject.endsWith(`“${this.documentId}”`));
    const texts = arrived.map(({ text }) => text);
    return log.map(({ state, reason }) => (state === "sent" ? (texts.shift() ?? "") : reason));
  }

  /** The number of threads that ben has not read, and the threads that the list shows him. */
  async badge() {
    const [counts, threads] = await Promise.all([
      this.#stage.call("/v2/commentannotations/count/get", { organizationId: "acme", documentIds: [this.documentId], userId: this.ben }),
      this.#stage.call("/v2/commentannotations/get", { ...this.place, userIds: [this.ben] }),
    ]);
    const ofDocument = Array.isArray(counts) ? counts[0] : counts[this.documentId];
    return { unread: ofDocument.unread, mine: ofDocument.mine, listed: threads.length };
  }

  /** Whether the processed webhook of a comment, or of an assignment, asks to notify ben; false if it leaves him out. */
  async notified(event: string, commentId?: string): Promise<unknown> {
    const isOf = (body: Body) =>
      body.documentId === this.documentId && body.event === event && (commentId === undefined || body.targetCommentId === commentId);
    const body = await until(() => this.#stage.receiver.at("/processed").findLast(isOf), 20_000);
    const contacts: Body[] = [...body.toContactsTagged, ...body.toContactsUpdated];
    return contacts.find(({ userId }) => userId === this.ben)?.notify ?? false;
  }
}
