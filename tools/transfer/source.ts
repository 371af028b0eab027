import { Parley } from "@parley/sdk";
import type { Workspace } from "../installation/workspace.ts";

const documents = 20;
const threadsAtOnce = 50;
const commentsOfThread = 10;
const atOnce = 4;
const startMs = 1_700_000_000_000;

/** Threads with ten comments each, in twenty documents. */
export async function fill({ apiKey, customer }: Workspace, comments: number): Promise<void> {
  const authToken = customer.headers["x-svc-auth-token"];
  const parley = new Parley({ baseUrl: customer.url, apiKey, authToken, timeoutMs: 120_000 });
  const all = Array.from({ length: documents }, (_, index) => ({ documentId: `document-${index}` }));
  (await parley.documents.add({ organizationId: "acme", createOrganization: true, documents: all })).orThrow();
  const requests = Array.from({ length: Math.ceil(comments / (threadsAtOnce * commentsOfThread)) }, (_, index) => index).values();
  const work = async () => {
    for (const index of requests) {
      const documentId = `document-${index % documents}`;
      (await parley.threads.add({ organizationId: "acme", documentId, commentAnnotations: threads(index, comments) })).orThrow();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function threads(request: number, comments: number) {
  const first = request * threadsAtOnce;
  const count = Math.min(threadsAtOnce, Math.ceil(comments / commentsOfThread) - first);
  return Array.from({ length: count }, (_, index) => {
    const thread = first + index;
    const length = Math.min(commentsOfThread, comments - thread * commentsOfThread);
    return {
      annotationId: `thread-${thread}`,
      createdAt: startMs + thread,
      commentData: Array.from({ length }, (__, each) => comment(thread, each)),
    };
  });
}

function comment(thread: number, index: number) {
  return {
    commentId: `comment-${thread}-${index}`,
    from: { userId: `user-${index}`, name: `User ${index}` },
    commentText: `Comment ${index} of thread ${thread}, which says something of the usual length.`,
    createdAt: startMs + index,
  };
}
