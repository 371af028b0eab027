import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { batchOf, byId, filterIds, freeForm, id, name, resultsBy, time, timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";

/** The ids of a document. */
export const place = { organizationId: id().meta(texts.organizationId), documentId: id().meta(texts.documentId) };

/** The customer's own keys of an object. */
export const metadata = () => freeForm().optional().meta(texts.ownKeys);

export function toJson(value: JsonObject | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** The creation time of an object, for imports; absent means now. */
export const createdAt = () => time().optional().meta({ description: "For imports: the time of creation. Absent means now." });

/** When an object last changed, for imports. */
export const lastUpdated = () =>
  time().optional().meta({ description: "For imports: when it last changed. Absent means now; the next change replaces it." });

export function toTimes({
  createdAt,
  lastUpdated,
}: {
  readonly createdAt?: number | undefined;
  readonly lastUpdated?: number | undefined;
}) {
  return { ...toCreatedAt(createdAt), ...(lastUpdated === undefined ? {} : { updatedAtMs: BigInt(lastUpdated) }) };
}

export function toCreatedAt(createdAt: number | undefined): { createdAtMs?: bigint } {
  return createdAt === undefined ? {} : { createdAtMs: BigInt(createdAt) };
}

/** Filters of a list by the time of creation. */
export const timeRange = {
  createdAfter: timestampMs().optional().meta({ description: "Only entries created after this time, in milliseconds since the epoch." }),
  createdBefore: timestampMs().optional().meta({ description: "Only entries created before this time, in milliseconds since the epoch." }),
};

export function toTimeRange({ createdAfter, createdBefore }: { createdAfter?: number | undefined; createdBefore?: number | undefined }) {
  return {
    ...(createdAfter === undefined ? {} : { createdAfterMs: BigInt(createdAfter) }),
    ...(createdBefore === undefined ? {} : { createdBeforeMs: BigInt(createdBefore) }),
  };
}

/** A filter that matches any of the given ids. */
export const anyOf = () => filterIds(100);

/** A filter by the name of a location. */
export const locationName = () => name().min(1).optional();

/** The response to a batch whose ids the service may have generated. */
export const resultsWithId = (key: string, extra: z.ZodRawShape = {}) => resultsBy(key, { id: z.string().meta(texts.itemId), ...extra });

/** The entries of a batch response whose ids the service may have generated. */
export function withId<Result extends Parameters<typeof byId>[0][number]>(
  results: readonly Result[],
  extra: (result: Result) => Record<string, unknown> = () => ({}),
): Record<string, unknown> {
  return byId(results, (result) => ({ id: result.id, ...extra(result) }));
}

/** Emojis or names of emojis; a repeated one is handled once. */
export const reactions = () =>
  batchOf(
    id()
      .refine((value) => value.length <= 64, "must have at most 64 characters")
      .meta({ minLength: 1, maxLength: 64 }),
  )
    .max(100)
    .transform((values) => [...new Set(values)]);
