import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";
import type { Finding } from "../verify.ts";
import { threadsOf } from "./comments.ts";

const documentId = "erasures";
const place = { organizationId, documentId };
const commentsOfAUser = 3;
// Remaining comments fill a thread within two hours: each writer uses several in turn.
const threadsOfAWriter = 8;
const jobIds = new Set<string>();

/** Users who write comments and then request the removal of their data, while others continue writing in the same threads. */
export const erasures: Scenario = {
  name: "erasures",
  hasOwnKey: true,
  showsWithinMs: 90_000,
  arrange: async (customer, writers) => {
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    // A thread is deleted with its last comment, so one stays in each.
    const first = { commentId: "first", from: { userId: "alice" }, commentText: "stays" };
    const commentAnnotations = writers
      .flatMap((name) => Array.from({ length: threadsOfAWriter }, (_, index) => threadOf(name, index)))
      .map((annotationId) => ({ annotationId, commentData: [first] }));
    await customer.arrange("/v2/commentannotations/add", { ...place, commentAnnotations });
  },
  writer(name, random) {
    const own = new OwnKeys(name, random);
    let userId = own.add();
    let written: string[] = [];
    let gone = 0;
    return () => {
      const idempotencyKey = `${name}-${own.next()}`;
      if (written.length < commentsOfAUser) {
        const commentId = `${userId}-${written.length}`;
        const stays = random.chance(0.3);
        const author = { userId: stays ? `${name}-stays` : userId };
        if (!stays) written.push(commentId);
        const id = stays ? `${commentId}-${own.next()}` : commentId;
        return {
          path: "/v2/commentannotations/comments/add",
          data: {
            ...place,
            annotationId: threadOf(name, gone),
            commentData: [{ commentId: id, from: author, commentText: `by ${author.userId}` }],
          },
          facts: [{ key: id, value: `by ${author.userId}` }],
          idempotencyKey,
        };
      }
      const [erased, facts] = [userId, written.map((key) => ({ key, value: null }))];
      gone++;
      userId = own.add();
      written = [];
      return {
        path: "/v2/users/data/delete",
        data: { userIds: [erased] },
        facts,
        idempotencyKey,
        onAcknowledged: (text) => void jobIds.add((JSON.parse(text) as { result: { data: { jobId: string } } }).result.data.jobId),
      };
    };
  },
  async stored(customer) {
    return (await threadsOf(customer, documentId)).flatMap(({ comments }) =>
      comments
        .filter(({ commentId }) => commentId !== "first")
        .map(({ commentId, commentText }) => ({ key: commentId, value: commentText })),
    );
  },
  async check(customer) {
    const findings: Finding[] = [];
    for (const jobId of jobIds) {
      const status = await customer.ask<{ isDeleteCompleted: boolean; tasksLeft: number }>("/v1/users/data/delete/status", { jobId });
      if (!status.isDeleteCompleted)
        findings.push({ kind: "broken", scenario: "erasures", what: `${jobId} has ${status.tasksLeft} tasks left` });
    }
    return findings;
  },
};

function threadOf(writer: string, users: number): string {
  return `${writer}-${users % threadsOfAWriter}`;
}
