import { RewriterService } from "@parley/contracts/rewriter";
import { operation } from "../operation.ts";
import { answer, askRequest, askTimeoutMs, example, fromProblem, question, rules } from "./ask-ai-fields.ts";

export const askAi = operation({
  path: "/v2/rewriter/ask-ai",
  sdk: "ai.ask",
  auth: "apiKey",
  role: "act",
  summary: "Send a text with an instruction to an AI model.",
  description: `${rules}\n\nA success is \`{"result": {"success": true, "text": …}}\`. Texts are not stored, not even for an idempotency key: repeating a successful request with the same key fails with ABORTED, saying that the request was done; a request that failed may be repeated with its key.`,
  rpc: RewriterService.method.askAi,
  request: question,
  response: answer,
  resultShape: "bare",
  ephemeral: ({ outcome }) => outcome.case !== "problem",
  message: "",
  waits: true,
  timeoutMs: askTimeoutMs,
  example,
  toRpc: askRequest,
  fromRpc: ({ outcome }) => (outcome.case === "problem" ? fromProblem(outcome.value) : { success: true, text: outcome.value?.text ?? "" }),
});
