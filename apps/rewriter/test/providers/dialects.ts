import { anthropicDialect } from "./anthropic-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { googleDialect } from "./google-dialect.ts";
import { openAiDialect } from "./openai-dialect.ts";

export const dialects: readonly Dialect[] = [openAiDialect, anthropicDialect, googleDialect];
