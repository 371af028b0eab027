import type { Failpoint } from "@parley/messaging";

/** The channels, as named by their failpoints. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;

/** The unit of ownership: the webhooks of an endpoint, or the mails of an API key (with an empty target). */
export interface Group {
  readonly apiKeyId: string;
  readonly target: string;
}

/** The name of a group in the memory of a process. */
export function groupName({ apiKeyId, target }: Group): string {
  return `${target} ${apiKeyId}`;
}

/** The group with this name. */
export function groupNamed(name: string): Group {
  // Ids of endpoints have no spaces.
  const end = name.indexOf(" ");
  return { target: name.slice(0, end), apiKeyId: name.slice(end + 1) };
}

/** A row of a queue that this process has read, and whose outcome it is to record. */
export interface Claimed extends Group {
  readonly deliveryId: number;
  /** The memory that it takes, beyond a fixed amount. */
  readonly bytes: number;
  /** The fence of the row: a different one means that the row has changed since. */
  readonly fence: number;
  /** The fence of the group: a different one means that another process owns the group. */
  readonly groupFence: number;
  /** Attempts since the schedule began; a retry by the customer restarts the schedule. */
  readonly tries: number;
}

/** A row to be read again after a delay. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** The most rows that one read takes from each group and from each API key. */
export interface Rooms {
  readonly perGroup: number;
  /** Groups with another limit than `perGroup`, by name. */
  readonly groups: Map<string, number>;
  readonly perKey: number;
  /** API keys with another limit than `perKey`. */
  readonly keys: ReadonlyMap<string, number>;
}
