import type { Operation } from "../operation.ts";
import { askAi } from "./ask-ai.ts";
import { askAiStream } from "./ask-ai-stream.ts";
import { getUsage } from "./get-usage.ts";

export const rewriterOperations: readonly Operation[] = [askAi, askAiStream, getUsage];
