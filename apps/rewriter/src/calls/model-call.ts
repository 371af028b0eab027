import { currentContext, invalid, newId } from "@parley/kernel";
import type { Context } from "../context.ts";
import { refuseOverBudget } from "../limits/refuse-over-budget.ts";
import { type Exchange, inExchange, newExchange } from "../providers/exchange.ts";
import { faultOf } from "../providers/fault-of.ts";
import { providerTitles, type Route, routeModel } from "../providers/model-route.ts";
import { type Ask, type Ending, noUsage, type Provider, type Usage } from "../providers/provider.ts";
import { type FaultReason, ProviderFault } from "../providers/provider-fault.ts";
import type { ProviderKey } from "../providers/provider-keys.ts";
import { Deadline } from "./deadline.ts";
import { endingFault } from "./ending-fault.ts";
import { retrying } from "./retrying.ts";
import { usedTokens } from "./used-tokens.ts";

export interface CallRequest {
  readonly apiKeyId: string;
  readonly workspaceId: string;
  readonly model: string;
  readonly prompt: string;
  readonly text: string;
}

/** One request to the provider. */
interface Attempt {
  readonly apiKey: string;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
}

// Faults of the provider itself, for this key: further calls would make them worse.
const troubles: ReadonlySet<FaultReason> = new Set(["rate_limited", "unavailable", "timeout"]);

/**
 * One call of a model from its arrival to its record: its time, its slots, its attempts and its outcome. `ask` and `askStream` do the work
 * in between.
 */
export class ModelCall {
  readonly ask: Ask;
  readonly provider: Provider;
  readonly #context: Context;
  readonly #request: CallRequest;
  readonly #route: Route;
  readonly #deadline: Deadline;
  readonly #createdAtMs = Date.now();
  readonly #caller: AbortSignal;
  readonly #releases: (() => void)[] = [];
  #key: ProviderKey | undefined;
  #attempts = 0;
  #calledAtMs: number | undefined;
  #closed = false;
  #exchange: Exchange | undefined;
  #usage: Usage = noUsage;
  #charactersPassedOn = 0;
  #outcome: FaultReason | "ok" | "abandoned" | "failed" | undefined;
  #fault: ProviderFault | undefined;

  /** Fails with `invalid_argument` for a model without a provider and for an input that is too long. */
  constructor(context: Context, request: CallRequest, caller: AbortSignal) {
    const { model, prompt, text } = request;
    const route = routeModel(model, context.modelPrefixes);
    if (route === undefined) throw invalid("model", `No AI provider is known for the model ${JSON.stringify(model.slice(0, 100))}.`);
    refuseLongInput(prompt, text, context.maxInputBytes);
    this.#context = context;
    this.#request = request;
    this.#route = route;
    this.#caller = caller;
    this.ask = { model, prompt, text, reasoning: route.reasoning };
    this.provider = context.providers[route.provider];
    // A call whose reader is gone must not hold slots for which others wait.
    this.#deadline = new Deadline(context.timeoutMs, caller, () => this.#release());
  }

  get title(): string {
    return providerTitles[this.#route.provider];
  }

  /**
   * Acquires everything that an attempt needs: the key, the slots, the circuit breaker's permission. Fails with `resource_exhausted` or a
   * `ProviderFault`.
   */
  async acquire(): Promise<void> {
    const { keys, keySlots, workspaceSlots, providerSlots, circuits } = this.#context;
    const { apiKeyId, workspaceId } = this.#request;
    const { provider } = this.#route;
    const key = await keys.of(workspaceId, provider);
    if (key === undefined) throw new ProviderFault("no_api_key", `No API key configured for provider: ${this.title}`);
    // The API key's own queue comes first: calls that wait in it delay no other key of the workspace.
    this.#releases.push(await keySlots.take(apiKeyId, this.#deadline.signal));
    this.#releases.push(await workspaceSlots.take(workspaceId, this.#deadline.signal));
    if (key.dailyTokenBudget > 0) await refuseOverBudget(this.#context, workspaceId, key.dailyTokenBudget);
    this.#releases.push(await providerSlots.take(provider, this.#deadline.signal));
    const pause = circuits.pause(this.#circuitName(key));
    if (pause !== undefined) throw this.#paused(pause);
    this.#key = key;
  }

  /** Runs an attempt, and repeats it while its fault may be temporary. Fails with a `ProviderFault`. */
  attempt<Result>(work: (attempt: Attempt) => Promise<Result>): Promise<Result> {
    const { signal } = this.#deadline;
    return retrying(this.#context.retry, this.#deadline, async () => {
      const exchange = newExchange();
      this.#exchange = exchange;
      this.#attempts++;
      this.#calledAtMs ??= performance.now();
      try {
        return await inExchange(exchange, () => work({ apiKey: this.#keyText(), signal, exchange }));
      } catch (error) {
        throw this.translate(error, exchange);
      }
    });
  }

  /** The fault of an attempt, according to its exchange. */
  translate(error: unknown, exchange: Exchange): unknown {
    if (this.#deadline.signal.aborted) return this.#deadline.signal.reason;
    const { model } = this.ask;
    const secrets = this.#context.providerSecrets[this.#route.provider];
    return faultOf(error, exchange, { title: this.title, model, apiKey: this.#keyText(), secrets });
  }

  /** Counts text of the response before it is passed on to the caller. */
  passOn(text: string): string {
    this.#charactersPassedOn += text.length;
    return text;
  }

  /** The response is complete; returns the tokens that the call has used, and fails when its ending makes it unusable. */
  succeed({ end, usage }: Ending): Usage {
    this.#usage = usage;
    const fault = endingFault(this.title, end, this.#charactersPassedOn > 0);
    if (fault !== undefined) throw fault;
    this.#outcome = "ok";
    return this.#used();
  }

  /** The fault to report to the caller; any other error is rethrown, including the caller's own abort. */
  fail(error: unknown): ProviderFault {
    if (this.#caller.aborted) {
      this.#outcome = "abandoned";
      throw this.#caller.reason;
    }
    const fault = this.#deadline.expired ? this.#late() : error;
    if (!(fault instanceof ProviderFault)) {
      // Our own bug. Recorded as `failed` only if the provider had already been called.
      if (this.#attempts > 0) this.#outcome = "failed";
      throw error;
    }
    this.#outcome = fault.reason;
    this.#fault = fault;
    return fault;
  }

  /** Releases everything and records the call, whatever its outcome; does nothing the second time. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#deadline.close();
    this.#release();
    if (this.#key !== undefined) this.#context.circuits.record(this.#circuitName(this.#key), this.#circuitEnd());
    // A stream whose reader is gone ends without an event.
    const outcome = this.#outcome ?? (this.#attempts > 0 ? "abandoned" : undefined);
    if (outcome !== undefined) this.#record(outcome);
  }

  #release(): void {
    for (const release of this.#releases.splice(0)) release();
  }

  // Providers limit a key by model, and behind a gateway one key serves the models of many providers.
  #circuitName({ name }: ProviderKey): string {
    return `${name} ${this.ask.model}`;
  }

  #keyText(): string {
    if (this.#key === undefined) throw new Error("An attempt was made before the call had acquired its key.");
    return this.#key.text;
  }

  #circuitEnd(): { fault: string } | "success" | "unknown" {
    if (this.#fault !== undefined && troubles.has(this.#fault.reason)) return { fault: this.#fault.message };
    return this.#fault !== undefined || this.#outcome === "ok" ? "success" : "unknown";
  }

  #paused({ leftMs, lastFault }: { leftMs: number; lastFault: string }): ProviderFault {
    const seconds = Math.max(1, Math.ceil(leftMs / 1_000));
    const what = `${this.title} has failed again and again for this model and is not called for it for ${seconds} s.`;
    return new ProviderFault("paused", `${what} Last: ${lastFault}`);
  }

  #late(): ProviderFault {
    const seconds = this.#context.timeoutMs / 1_000;
    if (this.#attempts === 0)
      return new ProviderFault("timeout", `${this.title} was not called within ${seconds} s, because other calls had not ended.`);
    return new ProviderFault("timeout", `${this.title} did not answer within ${seconds} s.`);
  }

  #used(): Usage {
    const { prompt, text } = this.#request;
    return usedTokens(this.#usage, this.#exchange, { asked: prompt.length + text.length, passedOn: this.#charactersPassedOn });
  }

  #record(outcome: string): void {
    const { apiKeyId, workspaceId, model } = this.#request;
    // The provider's time, including retries but without waiting for a slot; undefined when the provider was never called.
    const latencyMs = this.#calledAtMs === undefined ? 0 : performance.now() - this.#calledAtMs;
    const usage = this.#used();
    this.#context.metrics.ended(this.#route, outcome, latencyMs, usage);
    // A call that never reached a provider has used nothing: callers without a key, or without success, leave no rows behind.
    if (this.#attempts > 0)
      this.#context.calls.add({
        apiKeyId,
        workspaceId,
        createdAtMs: this.#createdAtMs,
        callId: nextCallId(),
        provider: this.#route.provider,
        model,
        outcome,
        attempts: this.#attempts,
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        latencyMs: Math.round(latencyMs),
      });
    if (outcome !== "ok") {
      const { provider, family } = this.#route;
      this.#context.log.info(
        { requestId: currentContext()?.requestId, provider, family, outcome, attempts: this.#attempts, latencyMs: Math.round(latencyMs) },
        "A call of a model gave no text.",
      );
    }
  }
}

function refuseLongInput(prompt: string, text: string, maxBytes: number): void {
  // A character takes at most three bytes for each of its UTF-16 units, so most inputs need not be measured.
  if ((prompt.length + text.length) * 3 <= maxBytes) return;
  const bytes = Buffer.byteLength(prompt) + Buffer.byteLength(text);
  if (bytes > maxBytes) throw invalid("text", `prompt and text together must have at most ${maxBytes} bytes in UTF-8, not ${bytes}.`);
}

const processId = newId("ask");
let count = 0;

/** The id of a call: unique across all processes, and not secret. */
function nextCallId(): string {
  count++;
  return `${processId}-${count.toString(36)}`;
}
