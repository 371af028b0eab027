import { randomUUID } from "node:crypto";
import type { Customer, HttpAnswer, Workspace } from "../support/customer.ts";
import { inOrganization, userToken, visitor } from "./visitor.ts";

const place = { organizationId: "acme", documentId: "welcome" };

/** A user's page that writes in a loop, in every way in which pages write, until it is told to stop. */
export class WritingPage {
  readonly userId: string;
  /** The number of writes that were accepted. */
  accepted = 0;
  /** Statuses other than those of accepted and refused writes, with the error. */
  readonly surprises: string[] = [];
  readonly #page: Customer;
  readonly #loops: Promise<void>[] = [];
  #isStopped = false;
  #written = 0;

  private constructor(page: Customer, userId: string) {
    this.#page = page;
    this.userId = userId;
  }

  /** Adds the user with a thread of the user's own, and begins to write. */
  static async open(workspace: Workspace, userId: string): Promise<WritingPage> {
    const token = await userToken(workspace, userId, [inOrganization("acme", "editor")], { userProperties: { name: `Name of ${userId}` } });
    const page = new WritingPage(visitor(workspace, token), userId);
    for (const write of page.#writes()) page.#loops.push(page.#loop(write));
    return page;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(write: (n: number) => Promise<HttpAnswer>): Promise<void> {
    while (!this.#isStopped) {
      const { status, body } = await write(this.#written++);
      if (status < 300) this.accepted++;
      else if (status !== 401) this.surprises.push(`${status} ${JSON.stringify(body)}`);
    }
  }

  #writes(): ((n: number) => Promise<HttpAnswer>)[] {
    const { userId } = this;
    const post = (path: string, data: object) => this.#page.post(`/v2/me/${path}`, data);
    const comment = (commentText: string) => ({ commentText, taggedUserContacts: [{ userId: "other", text: "@Other" }] });
    return [
      // The id of a thread stays in the log of mails to others, which are not the user's: it does not name the user.
      () =>
        post("threads/add", {
          ...place,
          commentAnnotations: [{ annotationId: randomUUID(), commentData: [comment(`By ${userId}`)], assignedTo: { userId } }],
        }),
      (n) =>
        post("comments/add", { ...place, annotationId: "shared", commentData: [{ commentId: `${userId}-${n}`, ...comment("Hello") }] }),
      (n) => post("reactions/add", { ...place, annotationId: "shared", commentId: "first", reactions: [`r${n % 50}`] }),
      () => post("notificationconfig/set", { organizationId: "acme", config: { inbox: "MINE" } }),
      () => post("inbox/read", { organizationId: "acme", notificationIds: ["for-all"] }),
    ];
  }
}

/** An organization with a thread of another user and a notification for everybody, for pages to write to. */
export async function addWritingPlaces({ customer }: Workspace): Promise<void> {
  const users = [{ userId: "other", name: "Other" }];
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "welcome" }] });
  const commentData = [{ commentId: "first", from: { userId: "other" }, commentText: "First" }];
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "shared", commentData }] });
  await customer.data("/v2/notifications/add", {
    ...place,
    notificationId: "for-all",
    displayHeadlineMessageTemplate: "News",
    displayHeadlineMessageTemplateData: {},
    actionUser: { userId: "other" },
    notifyAll: true,
  });
}
