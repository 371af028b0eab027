import type { JsonObject } from "@parley/kernel";
import * as z from "zod";
import { byId, filterIds, freeForm, id, name, resultsBy, timestampMs } from "../fields.ts";

/** The ids of a document. */
export const place = { organizationId: id(), documentId: id() };

/** Free keys that the customer stores with a thing. */
export const metadata = () => freeForm().optional();

export function toJson(value: JsonObject | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** When a thing was created, for imports; absent means now. */
export const createdAt = () => timestampMs().optional().meta({ description: "For imports: when it was created. Absent means now." });

export function toCreatedAt(createdAt: number | undefined): { createdAtMs?: bigint } {
  return createdAt === undefined ? {} : { createdAtMs: BigInt(createdAt) };
}

/** Filters of a list by the time of creation. */
export const timeRange = { createdAfter: timestampMs().optional(), createdBefore: timestampMs().optional() };

export function toTimeRange({ createdAfter, createdBefore }: { createdAfter?: number | undefined; createdBefore?: number | undefined }) {
  return {
    ...(createdAfter === undefined ? {} : { createdAfterMs: BigInt(createdAfter) }),
    ...(createdBefore === undefined ? {} : { createdBeforeMs: BigInt(createdBefore) }),
  };
}

/** A filter: one of these. */
export const anyOf = () => filterIds(100);

/** A filter by the name of a location. */
export const locationName = () => name().min(1).optional();

/** The response to a batch of ids that the service may have generated. */
export const resultsWithId = (key: string, extra: z.ZodRawShape = {}) => resultsBy(key, { id: z.string(), ...extra });

/** The entries of such a response. */
export function withId<Result extends Parameters<typeof byId>[0][number]>(
  results: readonly Result[],
  extra: (result: Result) => Record<string, unknown> = () => ({}),
): Record<string, unknown> {
  return byId(results, (result) => ({ id: result.id, ...extra(result) }));
}
