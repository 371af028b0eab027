import type { ApiKeyLimits } from "@parley/contracts/workspace";
import { type KeyLimitName, keyLimitNames, type MostName, mostName } from "@parley/kernel";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const mostRows = 1_000_000_000;

/** What is limited, and the highest number that anybody may set. */
const keyLimits = {
  requestsPerSecond: { of: "Requests in a second that each gateway accepts of the key", most: 100_000 },
  documents: { of: "Documents of the key", most: mostRows },
  users: { of: "Users of the key, each counted once", most: mostRows },
  annotations: { of: "Annotations of the key", most: mostRows },
  comments: { of: "Comments of the key", most: mostRows },
  streams: { of: "Streams of changes that each gateway holds open for the key at the same time", most: 100_000 },
  webhookEndpoints: { of: "Webhook endpoints of the key, beside the two URLs of its webhook configuration", most: 50 },
} as const satisfies Record<KeyLimitName, { readonly of: string; readonly most: number }>;

const toSet = (name: KeyLimitName) =>
  z
    .int()
    .min(1)
    .max(keyLimits[name].most)
    .nullable()
    .optional()
    .meta({ description: `${keyLimits[name].of}; null takes the limit away.` });

/** Limits of an API key as they are set. */
export const limitsToSet = z.strictObject(
  Object.fromEntries(keyLimitNames.map((name) => [name, toSet(name)])) as Record<KeyLimitName, ReturnType<typeof toSet>>,
);

const stored = (description: string) => wholeNumber().nullable().meta({ description });

/** Limits of an API key as they are read. */
export const storedLimits = z
  .object(
    Object.fromEntries(
      keyLimitNames.flatMap((name) => [
        [name, stored(`${keyLimits[name].of}, by the workspace; null for no limit of its own.`)],
        [
          mostName(name),
          stored(
            `The most that the workspace may set for \`${name}\`, by the operator's word for this key; null when what holds for every key holds for it.`,
          ),
        ],
      ]),
    ) as Record<KeyLimitName | MostName<KeyLimitName>, ReturnType<typeof stored>>,
  )
  .meta({ description: "What the key may do and store at most." });

type StoredLimits = z.output<typeof storedLimits>;

/** Those that nobody has set. */
export const noStoredLimits: StoredLimits = fromLimits(undefined);

/** The limits of the workspace service in wire names. */
export function fromLimits(told: ApiKeyLimits | undefined): StoredLimits {
  const names = keyLimitNames.flatMap((name) => [name, mostName(name)]);
  return Object.fromEntries(names.map((name) => [name, told?.[name] || null])) as StoredLimits;
}

/** What is to be set, as the workspace service reads it: 0 takes a limit away. */
export function toLimitsRpc(limits: z.output<typeof limitsToSet> = {}): Partial<Record<KeyLimitName, number>> {
  return Object.fromEntries(keyLimitNames.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name] ?? 0]])));
}
