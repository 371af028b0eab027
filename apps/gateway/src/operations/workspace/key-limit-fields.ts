import type { ApiKeyLimits } from "@parley/contracts/workspace";
import { type KeyLimitName, keyLimitNames, type MostName, mostName } from "@parley/kernel";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";

const mostRows = 1_000_000_000;

/** The limited quantities, and the highest value of each limit. */
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
    .meta({ description: `${keyLimits[name].of}; null removes the limit.` });

/** Limits of an API key in a request. */
export const limitsToSet = z.strictObject(
  Object.fromEntries(keyLimitNames.map((name) => [name, toSet(name)])) as Record<KeyLimitName, ReturnType<typeof toSet>>,
);

const stored = (description: string) => wholeNumber().nullable().meta({ description });

/** Limits of an API key in a response. */
export const storedLimits = z
  .object(
    Object.fromEntries(
      keyLimitNames.flatMap((name) => [
        [name, stored(`${keyLimits[name].of}, set by the workspace; null if it has set none.`)],
        [
          mostName(name),
          stored(
            `The highest value that the workspace may set for \`${name}\`, set by the operator for this key; null if the installation's applies.`,
          ),
        ],
      ]),
    ) as Record<KeyLimitName | MostName<KeyLimitName>, ReturnType<typeof stored>>,
  )
  .meta({ description: "The limits of the key." });

type StoredLimits = z.output<typeof storedLimits>;

/** No limits. */
export const noStoredLimits: StoredLimits = fromLimits(undefined);

/** Converts the limits from the workspace service's message. */
export function fromLimits(sent: ApiKeyLimits | undefined): StoredLimits {
  const names = keyLimitNames.flatMap((name) => [name, mostName(name)]);
  return Object.fromEntries(names.map((name) => [name, sent?.[name] || null])) as StoredLimits;
}

/** Converts limits into the workspace service's message: 0 removes a limit. */
export function toLimitsRpc(limits: z.output<typeof limitsToSet> = {}): Partial<Record<KeyLimitName, number>> {
  return Object.fromEntries(keyLimitNames.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name] ?? 0]])));
}
