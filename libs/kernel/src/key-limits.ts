/** Limits on the number of rows that an API key stores. The services that store them receive the limits with each call. */
export const rowLimitNames = ["documents", "users", "annotations", "comments"] as const;

/** The limits that can be set for one API key; the API, the messages and the columns use these names. */
export const keyLimitNames = ["requestsPerSecond", ...rowLimitNames, "streams", "webhookEndpoints"] as const;

export type KeyLimitName = (typeof keyLimitNames)[number];
export type RowLimitName = (typeof rowLimitNames)[number];

/** The name of the highest value that a workspace may set for a limit, such as `maxDocuments`. */
export type MostName<Name extends string> = `max${Capitalize<Name>}`;

export function mostName<Name extends KeyLimitName>(name: Name): MostName<Name> {
  return `max${name.charAt(0).toUpperCase()}${name.slice(1)}` as MostName<Name>;
}

/** A limit of one API key; 0 means no limit. */
export interface KeyLimit {
  /** Set by the key's workspace. */
  readonly own: number;
  /** The highest value that the workspace may set, decided by the operator for this key; 0 when the installation's value applies. */
  readonly most: number;
}

export const noKeyLimit: KeyLimit = { own: 0, most: 0 };

/** The row limits of an API key; an absent one is not set. */
export type RowLimits = Readonly<Partial<Record<RowLimitName, KeyLimit>>>;

/** The limit that applies to an API key when `ofEveryKey` is the installation's; 0 for no limit. */
export function limitFor({ own, most }: KeyLimit, ofEveryKey: number): number {
  const ceiling = most || ofEveryKey;
  return own === 0 || ceiling === 0 ? own || ceiling : Math.min(own, ceiling);
}
