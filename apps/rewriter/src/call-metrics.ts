import { durationHistogram, type Host, observedGauge } from "@parley/runtime";
import type { CallLog } from "./call-log.ts";
import type { Slots } from "./limits/slots.ts";
import type { ProviderName, Route } from "./model-route.ts";
import { providerTitles } from "./provider-titles.ts";
import type { Usage } from "./providers/provider.ts";

interface Observed {
  readonly calls: CallLog;
  readonly providerSlots: Slots;
}

const providers = Object.keys(providerTitles) as ProviderName[];

/** What an operator sees of the calls, by provider and model family: never by model, whose names customers choose. */
export class CallMetrics {
  readonly #durations: ReturnType<typeof durationHistogram<"provider" | "family" | "outcome">>;
  readonly #tokens = new Map<string, Usage & Pick<Route, "provider" | "family">>();

  constructor({ metrics }: Host, { calls, providerSlots }: Observed) {
    this.#durations = durationHistogram(metrics, "parley_rewriter_call_duration_seconds", "Calls of models, by how they ended.", [
      "provider",
      "family",
      "outcome",
    ]);
    observedGauge(
      metrics,
      "parley_rewriter_tokens",
      "Tokens that providers have counted since the start.",
      ["provider", "family", "direction"],
      (set) => {
        for (const { provider, family, inputTokens, outputTokens } of this.#tokens.values()) {
          set({ provider, family, direction: "input" }, inputTokens);
          set({ provider, family, direction: "output" }, outputTokens);
        }
      },
    );
    observedGauge(metrics, "parley_rewriter_calls", "Calls that run, and that wait for a slot.", ["provider", "state"], (set) => {
      for (const provider of providers) {
        for (const [state, count] of Object.entries(providerSlots.usage(provider))) set({ provider, state }, count);
      }
    });
    observedGauge(
      metrics,
      "parley_rewriter_call_records",
      "Records of calls that wait to be written, and that were given up.",
      ["state"],
      (set) => {
        for (const [state, count] of Object.entries(calls.usage)) set({ state }, count);
      },
    );
  }

  ended({ provider, family }: Route, outcome: string, latencyMs: number, usage: Usage): void {
    this.#durations.observe({ provider, family, outcome }, latencyMs / 1_000);
    const name = `${provider} ${family}`;
    const before = this.#tokens.get(name);
    this.#tokens.set(name, {
      provider,
      family,
      inputTokens: (before?.inputTokens ?? 0) + usage.inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + usage.outputTokens,
    });
  }
}
