import { type ConcurrencyLimit, type Host, observedCounter, observedGauge } from "@parley/runtime";
import { Counter, Histogram } from "prom-client";
import { type ProviderName, providerTitles, type Route } from "../providers/model-route.ts";
import type { Usage } from "../providers/provider.ts";
import type { CallLog } from "./call-log.ts";

interface Observed {
  readonly calls: CallLog;
  readonly providerSlots: ConcurrencyLimit;
}

const providers = Object.keys(providerTitles) as ProviderName[];
// Models take seconds, and a call at most a minute.
const durationBuckets = [0.5, 1, 2.5, 5, 10, 30, 60];

/** The metrics of calls, by provider and model family: never by model, whose names customers choose. */
export class CallMetrics {
  readonly #durations: Histogram<"provider" | "family" | "outcome">;
  readonly #tokens: Counter<"provider" | "family" | "direction">;

  constructor({ metrics }: Host, { calls, providerSlots }: Observed) {
    const registers = [metrics];
    this.#durations = new Histogram({
      name: "parley_rewriter_call_duration_seconds",
      help: "Calls of models, by outcome.",
      labelNames: ["provider", "family", "outcome"],
      buckets: durationBuckets,
      registers,
    });
    this.#tokens = new Counter({
      name: "parley_rewriter_tokens_total",
      help: "Tokens as counted by providers, or one for four characters when a call ended before the count.",
      labelNames: ["provider", "family", "direction"],
      registers,
    });
    observedGauge(
      metrics,
      "parley_rewriter_calls",
      "Calls that are running, and calls that wait for a slot.",
      ["provider", "state"],
      (set) => {
        for (const provider of providers) {
          for (const [state, count] of Object.entries(providerSlots.usage(provider))) set({ provider, state }, count);
        }
      },
    );
    const waiting = "Records of calls that wait to be written.";
    observedGauge(metrics, "parley_rewriter_call_records", waiting, [], (set) => set({}, calls.usage.waiting));
    const lost = "Records of calls that were dropped: usage that customers do not see.";
    observedCounter(metrics, "parley_rewriter_call_records_lost_total", lost, () => calls.usage.lost);
  }

  ended({ provider, family }: Route, outcome: string, latencyMs: number, { inputTokens, outputTokens }: Usage): void {
    this.#durations.observe({ provider, family, outcome }, latencyMs / 1_000);
    this.#tokens.inc({ provider, family, direction: "input" }, inputTokens);
    this.#tokens.inc({ provider, family, direction: "output" }, outputTokens);
  }
}
