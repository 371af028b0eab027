import type { Exchange } from "../providers/exchange.ts";
import type { Usage } from "../providers/provider.ts";

// What the providers name for English; texts of other languages take more tokens.
const charactersPerToken = 4;

/** What was read and written for a call, in characters. */
interface Characters {
  readonly asked: number;
  readonly passedOn: number;
}

/**
 * What a call has used: as the provider counts it, and where it did not, a token for every four characters, so that nobody evades a budget by
 * leaving before the provider's count, which is the last that it says. A request that was never sent, or was refused, has used nothing.
 */
export function usedTokens({ inputTokens, outputTokens }: Usage, exchange: Exchange | undefined, { asked, passedOn }: Characters): Usage {
  if (exchange?.sent !== true || exchange.refusal !== undefined) return { inputTokens, outputTokens };
  return { inputTokens: inputTokens || tokensOf(asked), outputTokens: outputTokens || tokensOf(passedOn) };
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
