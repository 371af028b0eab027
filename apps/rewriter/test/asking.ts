import { ProviderProblemReason } from "@parley/contracts/rewriter";
import type { Harness, Workspace } from "./harness.ts";
import type { Dialect } from "./providers/dialect.ts";

/** The two ways to ask; faults must not differ between them. */
export const ways = ["whole", "stream"] as const;

export type Way = (typeof ways)[number];

export interface Outcome {
  /** All text that arrived, even if a problem followed. */
  readonly text: string;
  /** The pieces of a stream; a whole answer is one piece. */
  readonly pieces: readonly string[];
  readonly usage?: { inputTokens: number; outputTokens: number };
  /** Name of the problem's reason. */
  readonly problem?: keyof typeof ProviderProblemReason;
  readonly message?: string;
}

export interface Question {
  readonly model: string;
  readonly prompt: string;
  readonly text: string;
}

export function questionFor({ model }: Dialect): Question {
  return { model, prompt: "Make it formal.", text: "hey there" };
}

/** Asks over RPC and returns the outcome. */
export async function askAi(
  { client }: Pick<Harness, "client">,
  way: Way,
  { apiKeyId, workspaceId }: Pick<Workspace, "apiKeyId" | "workspaceId">,
  question: Question,
  signal?: AbortSignal,
): Promise<Outcome> {
  const request = { apiKeyId, workspaceId, ...question };
  const options = signal === undefined ? {} : { signal };
  if (way === "whole") {
    const { outcome } = await client.askAi(request, options);
    if (outcome.case === "problem") return problem([], outcome.value);
    const { text = "", usage } = outcome.value ?? {};
    return { text, pieces: [text], ...(usage === undefined ? {} : { usage }) };
  }
  const pieces: string[] = [];
  let end: Outcome | undefined;
  for await (const { event } of client.askAiStream(request, options)) {
    if (end !== undefined) throw new Error("Something came after the end of the stream.");
    if (event.case === "textDelta") pieces.push(event.value);
    else if (event.case === "usage") end = { text: pieces.join(""), pieces, usage: event.value };
    else if (event.case === "problem") end = problem(pieces, event.value);
  }
  if (end === undefined) throw new Error("The stream ended without usage or a problem.");
  return end;
}

function problem(pieces: readonly string[], { reason, message }: { reason: ProviderProblemReason; message: string }): Outcome {
  return { text: pieces.join(""), pieces, problem: ProviderProblemReason[reason] as keyof typeof ProviderProblemReason, message };
}
