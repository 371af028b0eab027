import type { ServiceImpl } from "@connectrpc/connect";
import type { RewriterService } from "@parley/contracts/rewriter";
import type { Database } from "@parley/database";
import type { ConcurrencyLimit, Logger } from "@parley/runtime";
import type { CallLog } from "./calls/call-log.ts";
import type { CallMetrics } from "./calls/call-metrics.ts";
import type { RetryPolicy } from "./calls/retrying.ts";
import type { CircuitBreakers } from "./limits/circuit-breakers.ts";
import type { ModelPrefix, ProviderName } from "./providers/model-route.ts";
import type { Provider } from "./providers/provider.ts";
import type { ProviderKeys } from "./providers/provider-keys.ts";

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  readonly log: Logger;
  readonly providers: Readonly<Record<ProviderName, Provider>>;
  /** Values that are sent to a provider besides the key and that no message may quote. */
  readonly providerSecrets: Readonly<Record<ProviderName, readonly string[]>>;
  readonly modelPrefixes: readonly ModelPrefix[];
  readonly keys: ProviderKeys;
  /** Limits the concurrent calls of each API key, by its id. */
  readonly keySlots: ConcurrencyLimit;
  /** Limits the concurrent calls of each workspace, by its id. */
  readonly workspaceSlots: ConcurrencyLimit;
  /** Limits the concurrent calls to each provider, by its name. */
  readonly providerSlots: ConcurrencyLimit;
  /** The circuit breakers, by the name of the provider's key and the model. */
  readonly circuits: CircuitBreakers;
  readonly calls: CallLog;
  readonly metrics: CallMetrics;
  readonly retry: RetryPolicy;
  /** Longest prompt and text together. */
  readonly maxInputBytes: number;
  /** The total time of a call, including waiting and retries. */
  readonly timeoutMs: number;
}

type Implementation = ServiceImpl<typeof RewriterService>;

export type Handler<Method extends keyof Implementation> = Implementation[Method];
