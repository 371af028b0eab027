import { commentText, shownText } from "@parley/kernel";
import type { Parley, CommentAnnotation as Thread } from "@parley/sdk";
import * as z from "zod";
import { type AgentContext, readsOnly } from "./agent-context.ts";
import { answer, excerpt, timeText } from "./answer.ts";

const input = z.strictObject({
  organizationId: z.string().max(256),
  documentId: z.string().max(256).optional(),
  text: z.string().min(1).max(200).optional().describe("Only threads with this text in a comment; letter case does not matter."),
  userId: z.string().max(256).optional().describe("Only threads in which this user wrote or is tagged, or that are assigned to the user."),
  status: z.string().max(256).optional().describe("Only threads with this status, such as OPEN or RESOLVED."),
  createdAfter: z.iso.datetime().optional(),
  limit: z.number().int().min(1).max(50).default(20),
});

type Query = z.output<typeof input>;

// Texts are searched here, page by page, in this many threads at most.
const mostLookedAt = 1_000;
const pageSize = 100;

export function addFindThreads({ server, parley }: AgentContext): void {
  server.registerTool(
    "find_threads",
    {
      title: "Find threads",
      description: "Find comment threads of an organization by text, user, status, document or time, with their first and last comment.",
      inputSchema: input,
      annotations: readsOnly,
    },
    (query) => answer(() => findThreads(parley, query)),
  );
}

async function findThreads(parley: Parley, query: Query): Promise<unknown> {
  const { organizationId, documentId, text, userId, status, createdAfter, limit } = query;
  const filter = {
    organizationId,
    documentId,
    pageSize,
    ...(userId === undefined ? {} : { userIds: [userId] }),
    ...(status === undefined ? {} : { statusIds: [status] }),
    ...(createdAfter === undefined ? {} : { createdAfter: Date.parse(createdAfter) }),
  };
  const threads: object[] = [];
  let lookedAt = 0;
  for await (const thread of parley.threads.list(filter)) {
    if (threads.length === limit || lookedAt === mostLookedAt) return { threads, lookedAt, isComplete: false };
    lookedAt++;
    if (text === undefined || says(thread, text)) threads.push(shown(thread));
  }
  return { threads, lookedAt, isComplete: true };
}

function says({ comments }: Thread, text: string): boolean {
  const wanted = text.toLowerCase();
  return comments.some((comment) => commentText(comment).toLowerCase().includes(wanted));
}

function shown({ annotationId, documentId, status, priority, assignedTo, comments, createdAt, lastUpdated }: Thread): object {
  const first = comments[0];
  const last = comments.length > 1 ? comments.at(-1) : undefined;
  const comment = (one: typeof first) =>
    one && {
      from: one.from.userId,
      ...(one.from.name ? { fromName: one.from.name } : {}),
      text: excerpt(shownText(one)),
      at: timeText(one.createdAt),
    };
  return {
    annotationId,
    documentId,
    status: status.id,
    ...(priority === undefined ? {} : { priority: priority.id }),
    ...(assignedTo === undefined ? {} : { assignedTo: assignedTo.userId }),
    ...(assignedTo?.name ? { assignedToName: assignedTo.name } : {}),
    comments: comments.length,
    first: comment(first),
    last: comment(last),
    createdAt: timeText(createdAt),
    lastUpdated: timeText(lastUpdated),
  };
}
