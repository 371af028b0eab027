import { type JsonObject, rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { id, name, timestampMs } from "../fields.ts";

/** A time for examples, in milliseconds since the epoch. */
export const exampleTime = 1_767_225_600_000;

/** A folder's own id. */
export const folderId = () => {
  const any = id();
  // A refined schema loses the metadata of the one that it refines.
  return any
    .refine((value) => value !== rootFolderId, `must not be ${rootFolderId}: that means no folder`)
    .meta({ ...any.meta(), not: { const: rootFolderId } });
};

/** The folder that something is put into. */
export const inFolder = () =>
  id().nullable().optional().meta({
    description: "If absent, it stays where it is; a new one is in no folder. `root` or null takes it out of its folder.",
  });

/** A name; null or the empty text removes it. */
export const changedName = () => name().nullable().optional().meta({ description: "null removes the name." });

/** The keys of every stored thing in a response, beside its own and the customer's. */
export const storedKeys = { createdAt: timestampMs(), lastUpdated: timestampMs() };

/** Keys of a response that the customer cannot set, besides those of `storedKeys`. */
export const reservedKeys = (...others: readonly string[]) => [...others, ...Object.keys(storedKeys)];

/** A name as it is read. */
export const storedName = () => z.string().nullable();

interface Stored {
  readonly createdAtMs: bigint;
  readonly updatedAtMs: bigint;
  readonly metadataJson: string;
}

/** A thing as it is read: the service's fields, with the customer's keys beside them. */
export function fromStored<Known extends object>(known: Known, { createdAtMs, updatedAtMs, metadataJson }: Stored) {
  const createdAt = Number(createdAtMs);
  const lastUpdated = Number(updatedAtMs);
  // Most have none, and a page has up to a thousand things.
  if (metadataJson === "{}") return { ...known, createdAt, lastUpdated };
  const custom = JSON.parse(metadataJson) as JsonObject;
  return { ...custom, ...known, createdAt, lastUpdated };
}

/** The part of a message for a changed name: absent keeps it, the empty text removes it. */
export function toName<Key extends string>(key: Key, value: string | null | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value ?? "" } as { [K in Key]: string });
}

/** The folder in a message: the empty text keeps it. */
export function toFolder(value: string | null | undefined): string {
  return value === undefined ? "" : (value ?? rootFolderId);
}
