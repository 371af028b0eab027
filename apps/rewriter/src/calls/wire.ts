import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type AskAiResponseSchema,
  type AskAiStreamResponseSchema,
  ProviderProblemReason,
  type ProviderProblemSchema,
} from "@parley/contracts/rewriter";
import type { Completion, Ending } from "../providers/provider.ts";
import { type FaultReason, ProviderFault } from "../providers/provider-fault.ts";

// Domain values as messages.

const reasons = {
  no_api_key: ProviderProblemReason.NO_API_KEY,
  key_refused: ProviderProblemReason.KEY_REFUSED,
  rate_limited: ProviderProblemReason.RATE_LIMITED,
  unknown_model: ProviderProblemReason.UNKNOWN_MODEL,
  request_refused: ProviderProblemReason.REQUEST_REFUSED,
  unavailable: ProviderProblemReason.UNAVAILABLE,
  timeout: ProviderProblemReason.TIMEOUT,
  blocked: ProviderProblemReason.BLOCKED,
  declined: ProviderProblemReason.DECLINED,
  empty: ProviderProblemReason.EMPTY,
  cut: ProviderProblemReason.CUT,
  bad_answer: ProviderProblemReason.BAD_ANSWER,
  paused: ProviderProblemReason.PAUSED,
  budget_used_up: ProviderProblemReason.BUDGET_USED_UP,
} as const satisfies Record<FaultReason, ProviderProblemReason>;

export function askAiResponse(result: Completion | ProviderFault): MessageInitShape<typeof AskAiResponseSchema> {
  if (result instanceof ProviderFault) return { outcome: { case: "problem", value: problemMessage(result) } };
  const { text, usage } = result;
  return { outcome: { case: "answer", value: { text, usage } } };
}

export function askAiStreamResponse(piece: string | Ending | ProviderFault): MessageInitShape<typeof AskAiStreamResponseSchema> {
  if (typeof piece === "string") return { event: { case: "textDelta", value: piece } };
  if (piece instanceof ProviderFault) return { event: { case: "problem", value: problemMessage(piece) } };
  return { event: { case: "usage", value: piece.usage } };
}

function problemMessage({ reason, message }: ProviderFault): MessageInitShape<typeof ProviderProblemSchema> {
  return { reason: reasons[reason], message };
}
