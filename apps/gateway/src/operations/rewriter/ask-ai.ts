import { RewriterService } from "@parley/contracts/rewriter";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { answer, askRequest, askTimeoutMs, example, fromProblem, question, rules } from "./ask-ai-fields.ts";

export const askAi = operation({
  path: "/v2/rewriter/ask-ai",
  sdk: "ai.ask",
  auth: "apiKey",
  role: "act",
  summary: "Send a text to an AI model.",
  description: described(
    'Sends a text with an instruction to an AI model and returns its answer as `{"result": {"success": true, "text": …}}`.',
    ...rules,
    "Texts are not stored, not even for an idempotency key: repeating a successful request with its key fails with ABORTED, which says that the request was done. A failed request may be repeated with its key.",
  ),
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
