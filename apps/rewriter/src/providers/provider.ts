/** What a model is asked. */
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

/** How an answer ended. */
export interface Ending {
  /**
   * `complete`, or why the text is not what was asked for: `cut` at the longest answer that the model may give, `blocked` for safety,
   * `declined` by the model itself. Undefined when the provider did not say: the answer broke off.
   */
  readonly end: "complete" | "cut" | "blocked" | "declined" | undefined;
  readonly usage: Usage;
}

export interface Completion extends Ending {
  readonly text: string;
}

/**
 * One AI provider. Both methods call it once, with no retry; they fail with whatever its SDK throws, which `faultOf` reads together with
 * the exchange, and end early when the signal is aborted.
 */
export interface Provider {
  complete(apiKey: string, ask: Ask, signal: AbortSignal): Promise<Completion>;
  /** Pieces of text, none of them empty, and the ending as the last. */
  stream(apiKey: string, ask: Ask, signal: AbortSignal): AsyncIterable<string | Ending>;
}

/** What is the same for every provider. */
export interface ProviderOptions {
  readonly baseUrl: string;
  /** Sends the SDK's requests. */
  readonly fetch: typeof globalThis.fetch;
  /** Longer than any call may take: the signal is what ends calls. */
  readonly timeoutMs: number;
  /** Longest answer that is asked for: no customer pays for more than this of one call. */
  readonly maxTokens: number;
}

/** What the SDKs of OpenAI and Anthropic are told alike. */
export function sdkOptions({ baseUrl, fetch, timeoutMs }: ProviderOptions, apiKey: string) {
  return {
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    // `retrying` does it, by the same rules for every provider.
    maxRetries: 0,
    fetch,
    // What the operator's environment may hold for other programs is neither sent nor logged.
    logLevel: "off",
  } as const;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

const maxTokens = 2 ** 32 - 1;

/** How many tokens a provider says; 0 when what it says is no count: it is added up and recorded together with others. */
export function tokenCount(told: unknown): number {
  return Number.isInteger(told) ? Math.min(Math.max(Number(told), 0), maxTokens) : 0;
}

/** The parts of a reasoning model's only message, and of any other provider's text. */
export function joined({ prompt, text }: Ask): string {
  return `${prompt}\n\n${text}`;
}
