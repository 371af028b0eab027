/** A request to a model. */
export interface Ask {
  readonly model: string;
  readonly prompt: string;
  readonly text: string;
  /** Whether the model takes one user message and no system instruction. */
  readonly reasoning: boolean;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How a text ended. */
export interface Ending {
  /**
   * `complete`, or the reason why the text is incomplete: `cut` at the model's token limit, `blocked` for safety, `declined` by the model
   * itself, or another one in the provider's word. Undefined when the response was cut off before the provider stated a reason.
   */
  readonly end: "complete" | "cut" | "blocked" | "declined" | { readonly other: string } | undefined;
  readonly usage: Usage;
}

export interface Completion extends Ending {
  readonly text: string;
}

/**
 * One AI provider. Both methods call it once, without retries. They fail with any error that its SDK throws, which `faultOf` interprets
 * with the exchange, and end early when the signal is aborted.
 */
export interface Provider {
  complete(apiKey: string, ask: Ask, signal: AbortSignal): Promise<Completion>;
  /** Pieces of text, none of them empty, and the ending as the last item. */
  stream(apiKey: string, ask: Ask, signal: AbortSignal): AsyncIterable<string | Ending>;
}

/** Options that every provider has. */
export interface ProviderOptions {
  readonly baseUrl: string;
  /** Sends the SDK's requests. */
  readonly fetch: typeof globalThis.fetch;
  /** Longer than any call may take, because calls are ended by the signal. */
  readonly timeoutMs: number;
  /** The token limit of a text: no customer pays for more than this in one call. */
  readonly maxTokens: number;
}

/** The options that the SDKs of OpenAI and Anthropic share. */
export function sdkOptions({ baseUrl, fetch, timeoutMs }: ProviderOptions, apiKey: string) {
  return {
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    // `retrying` repeats attempts, by the same rules for every provider.
    maxRetries: 0,
    fetch,
    // The operator's environment variables for other programs are neither sent nor logged.
    logLevel: "off",
  } as const;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

const maxTokens = 2 ** 32 - 1;

/** A provider's token count; 0 when it is not a valid count, because counts are added up and recorded together. */
export function tokenCount(told: unknown): number {
  return Number.isInteger(told) ? Math.min(Math.max(Number(told), 0), maxTokens) : 0;
}

/** The text and the ending of an answer that came whole although a stream was asked for; nothing of an empty text. */
export function* asStream({ text, ...ending }: Completion): Iterable<string | Ending> {
  if (text !== "") yield text;
  yield ending;
}

/** The only message of a reasoning model, and the text of any other model's call: prompt and text, joined. */
export function joined({ prompt, text }: Ask): string {
  return `${prompt}\n\n${text}`;
}
