import * as z from "zod";
import { Refused } from "../operations/catalogue.ts";
import type { AgentContext } from "./agent-context.ts";
import { answer } from "./answer.ts";
import { refusalOfChange } from "./call-operation.ts";

const input = z.strictObject({
  organizationId: z.string().max(256),
  documentId: z.string().max(256),
  annotationId: z.string().max(256).describe("Id of the thread, as find_threads returns it."),
  text: z.string().min(1).max(10_000),
  from: z
    .strictObject({ userId: z.string().min(1).max(256), name: z.string().max(1_000).optional() })
    .describe("The user in whose name it is written."),
});

export function addAnswerThread({ server, parley, allowChanges }: AgentContext): void {
  server.registerTool(
    "answer_thread",
    {
      title: "Answer a thread",
      description: "Add a comment to a thread in the name of a user. Sending the same answer again adds it only once.",
      inputSchema: input,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ organizationId, documentId, annotationId, text, from }) =>
      answer(async () => {
        if (!allowChanges) throw new Refused(refusalOfChange("answer_thread"));
        const commentId = await idOf(organizationId, documentId, annotationId, from.userId, text);
        const commentData = [{ commentId, from, commentText: text }];
        const { results } = await parley.comments.add({ organizationId, documentId, annotationId, commentData });
        const result = results.get(commentId);
        if (result?.success || result?.code === "already_exists") return { commentId, message: result.message };
        throw new Refused(result?.message ?? "Parley's response does not mention the comment.");
      }),
  );
}

/** Derived from the comment's content, so that an agent that repeats its call because it did not see the response does not write twice. */
async function idOf(...parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)));
  return `agent-${Buffer.from(digest).toString("hex").slice(0, 32)}`;
}
