/** Limits of the rows that an API key stores: the services that store them are told with each call. */
export const rowLimitNames = ["documents", "users", "annotations", "comments"] as const;

/** What can be limited for one API key alone; the API, the messages and the columns have it by this name. */
export const keyLimitNames = ["requestsPerSecond", ...rowLimitNames, "streams", "webhookEndpoints"] as const;

export type KeyLimitName = (typeof keyLimitNames)[number];
export type RowLimitName = (typeof rowLimitNames)[number];

/** The name of the most that a workspace may set for a limit: `maxDocuments`. */
export type MostName<Name extends string> = `max${Capitalize<Name>}`;

export function mostName<Name extends KeyLimitName>(name: Name): MostName<Name> {
  return `max${name.charAt(0).toUpperCase()}${name.slice(1)}` as MostName<Name>;
}

/** A limit of one API key; 0 stands for none. */
export interface KeyLimit {
  /** By the key's workspace. */
  readonly own: number;
  /** The most that the workspace may set, by the operator's word for this key; 0 when what holds for every key holds for it. */
  readonly most: number;
}

export const noKeyLimit: KeyLimit = { own: 0, most: 0 };

/** The limits of the rows of an API key; one that is absent is not set. */
export type RowLimits = Readonly<Partial<Record<RowLimitName, KeyLimit>>>;

/** The number that holds for an API key where `ofEveryKey` holds for every key; 0 for no limit. */
export function limitFor({ own, most }: KeyLimit, ofEveryKey: number): number {
  const ceiling = most || ofEveryKey;
  return own === 0 || ceiling === 0 ? own || ceiling : Math.min(own, ceiling);
}
