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
export function toLimits(told: ApiKeyLimits | undefined): Limits {
  if (told === undefined) return noLimits;
  const rows = rowLimitNames.flatMap((name) => (isSet(told, name) ? [[name, toLimit(told, name)]] : []));
  return {
    requestsPerSecond: toLimit(told, "requestsPerSecond"),
    streams: toLimit(told, "streams"),
    rows: rows.length === 0 ? undefined : Object.fromEntries(rows),
  };
}

function toLimit(told: ApiKeyLimits, name: KeyLimitName): KeyLimit {
  return { own: told[name], most: told[mostName(name)] };
}

function isSet(told: ApiKeyLimits, name: KeyLimitName): boolean {
  return told[name] > 0 || told[mostName(name)] > 0;
}
