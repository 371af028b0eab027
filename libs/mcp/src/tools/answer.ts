import type { CallToolResult } from "@modelcontextprotocol/server";
import { AskAiFailure, InvalidArgumentError, ParleyError } from "@parley/sdk";
import { Refused } from "../operations/catalogue.ts";

// A long response takes up the agent's context, so it is cut, and says so.
const maxCharacters = 50_000;

/** Returns the work's result as JSON; a failure of Parley becomes a message that the agent can act on. */
export async function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return textResult(cut(JSON.stringify(await work())));
  } catch (error) {
    if (error instanceof Refused || error instanceof AskAiFailure) return { ...textResult(error.message), isError: true };
    if (error instanceof ParleyError) return { ...textResult(cut(sentenceOf(error))), isError: true };
    throw error;
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters)}\n… cut here: the response has ${text.length} characters. Request less, with pageSize or a filter.`;
}

function sentenceOf(error: ParleyError): string {
  const violations = error instanceof InvalidArgumentError ? error.violations : [];
  // Most messages begin with their field.
  const named = violations.map(({ field, message }) => `\n- ${message.includes(field) ? message : `${field}: ${message}`}`).join("");
  const id = error.requestId === "" ? "" : ` (request ${error.requestId})`;
  return `${error.status}: ${error.message}${id}${named}`;
}

/** A text shortened for a list. */
export function excerpt(text: string, characters = 300): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** A time in the form that agents read. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
