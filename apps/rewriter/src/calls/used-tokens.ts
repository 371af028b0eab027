import type { Exchange } from "../providers/exchange.ts";
import type { Usage } from "../providers/provider.ts";

// The providers' own figure for English; texts in other languages take more tokens.
const charactersPerToken = 4;

/** The text read and written for a call, in characters. */
interface Characters {
  readonly asked: number;
  readonly passedOn: number;
}

/**
 * The tokens that a call has used: as the provider counted them, or a token for every four characters if it did not. So nobody evades a
 * budget by leaving before the provider's count, which comes last. A request that was never sent, or was refused, has used nothing.
 */
export function usedTokens({ inputTokens, outputTokens }: Usage, exchange: Exchange | undefined, { asked, passedOn }: Characters): Usage {
  if (exchange?.sent !== true || exchange.refusal !== undefined) return { inputTokens, outputTokens };
  return { inputTokens: inputTokens || tokensOf(asked), outputTokens: outputTokens || tokensOf(passedOn) };
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
