import { type JsonObject, rootFolderId } from "@parley/kernel";
import * as z from "zod";
import { id, name, timestampMs } from "../fields.ts";

/** A time for examples, in milliseconds since the epoch. */
export const exampleTime = 1_767_225_600_000;

/** A folder's own id. */
export const folderId = () => id().refine((value) => value !== rootFolderId, `must not be ${rootFolderId}: that means no folder`);

/** The folder that something is put into. */
export const inFolder = () =>
  id()
    .nullable()
    .optional()
    .meta({ description: "Absent: it stays where it is, a new one in no folder. `root` or null: it is taken out of any folder." });

/** A name that null or the empty text removes. */
export const changedName = () => name().nullable().optional().meta({ description: "null removes the name." });

/** The keys that every stored thing is read with. */
export const storedKeys = {
  createdAt: timestampMs(),
  updatedAt: timestampMs(),
  metadata: z.record(z.string(), z.unknown()).meta({ description: "What the customer stores with it." }),
};

/** A name as it is read. */
export const storedName = () => z.string().nullable();

interface Stored {
  readonly createdAtMs: bigint;
  readonly updatedAtMs: bigint;
  readonly metadataJson: string;
}

export function fromStored({ createdAtMs, updatedAtMs, metadataJson }: Stored): z.output<z.ZodObject<typeof storedKeys>> {
  return { createdAt: Number(createdAtMs), updatedAt: Number(updatedAtMs), metadata: JSON.parse(metadataJson) as JsonObject };
}

/** The part of a message that carries a changed name: absent keeps it, the empty text removes it. */
export function toName<Key extends string>(key: Key, value: string | null | undefined): { [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value ?? "" } as { [K in Key]: string });
}

/** The folder of a message: the empty text keeps it. */
export function toFolder(value: string | null | undefined): string {
  return value === undefined ? "" : (value ?? rootFolderId);
}
