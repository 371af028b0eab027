import { type JsonObject, rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { id, name, timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";

/** A time for examples, in milliseconds since the epoch. */
export const exampleTime = 1_767_225_600_000;

/** A folder's own id. */
export const folderId = () => {
  const any = id();
  // A refined schema loses the metadata of the schema that it refines.
  return any
    .refine((value) => value !== rootFolderId, `must not be ${rootFolderId}: that means no folder`)
    .meta({ ...any.meta(), not: { const: rootFolderId } });
};

/** The folder to put an item into. */
export const inFolder = () =>
  id().nullable().optional().meta({
    description:
      "The folder to put it into. If absent, it stays where it is, and a new one is in no folder. `root` or null takes it out of its folder.",
  });

/** A name; null or the empty text removes it. */
export const changedName = () => name().nullable().optional().meta({ description: "null removes the name." });

/** Fields that every stored item has in a response. */
export const storedKeys = { createdAt: timestampMs().meta(texts.createdAt), lastUpdated: timestampMs().meta(texts.lastUpdated) };

/** Response fields that the customer cannot set, including those of `storedKeys`. */
export const reservedKeys = (...others: readonly string[]) => [...others, ...Object.keys(storedKeys)];

/** A name in a response. */
export const storedName = () => z.string().optional();

interface Stored {
  readonly createdAtMs: bigint;
  readonly updatedAtMs: bigint;
  readonly metadataJson: string;
}

/** A stored item in a response: the service's fields, with the customer's keys next to them. */
export function fromStored<Known extends object>(known: Known, { createdAtMs, updatedAtMs, metadataJson }: Stored) {
  const createdAt = Number(createdAtMs);
  const lastUpdated = Number(updatedAtMs);
  // Most items have no metadata, and a page has up to a thousand items.
  if (metadataJson === "{}") return { ...known, createdAt, lastUpdated };
  const custom = JSON.parse(metadataJson) as JsonObject;
  return { ...custom, ...known, createdAt, lastUpdated };
}

/** The message field of a changed name: absent keeps it, an empty string removes it. */
export function toName<Key extends string>(key: Key, value: string | null | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value ?? "" } as { [K in Key]: string });
}

/** The folder in a message: an empty string keeps it. */
export function toFolder(value: string | null | undefined): string {
  return value === undefined ? "" : (value ?? rootFolderId);
}
