import type { ApiKeyLimits } from "@parley/contracts/workspace";
import { type KeyLimit, type KeyLimitName, mostName, noKeyLimit, type RowLimits, rowLimitNames } from "@parley/kernel";

/** The limits of an API key that a gateway needs: those that it enforces itself, and those that it passes to the services. */
export interface Limits {
  readonly requestsPerSecond: KeyLimit;
  readonly streams: KeyLimit;
  /** Undefined when none is set. */
  readonly rows: RowLimits | undefined;
}

export const noLimits: Limits = { requestsPerSecond: noKeyLimit, streams: noKeyLimit, rows: undefined };

/** Converts the limits of an API key from the workspace service's message. */
export function toLimits(sent: ApiKeyLimits | undefined): Limits {
  if (sent === undefined) return noLimits;
  const rows = rowLimitNames.flatMap((name) => (isSet(sent, name) ? [[name, toLimit(sent, name)]] : []));
  return {
    requestsPerSecond: toLimit(sent, "requestsPerSecond"),
    streams: toLimit(sent, "streams"),
    rows: rows.length === 0 ? undefined : Object.fromEntries(rows),
  };
}

function toLimit(sent: ApiKeyLimits, name: KeyLimitName): KeyLimit {
  return { own: sent[name], most: sent[mostName(name)] };
}

function isSet(sent: ApiKeyLimits, name: KeyLimitName): boolean {
  return sent[name] > 0 || sent[mostName(name)] > 0;
}
