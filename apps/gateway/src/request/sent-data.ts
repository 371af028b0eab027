import type { Headers } from "../credentials/credential-check.ts";
import type { Removal } from "../operations/dry-run.ts";
import type { Operation } from "../operations/operation.ts";
import type { Asked } from "./result-of.ts";

/** The data of a body, as it was sent and as its operation understands it. */
export interface ReadBody {
  readonly sent: Record<string, unknown>;
  readonly parsed: Record<string, unknown>;
}

/** For a stream of a feed, the client's last event decides where the stream continues, even if the body has another cursor. */
export function fromLastEvent({ feed, stream }: Operation, headers: Headers, sent: Record<string, unknown>): Record<string, unknown> {
  const { "last-event-id": cursor } = headers;
  return feed && stream !== undefined && typeof cursor === "string" && cursor !== "" ? { ...sent, cursor } : sent;
}

/** The removal that a dry run counts; undefined for any other request. */
export function removalOfDryRun({ removes }: Operation, { data, credential }: Asked): Removal | undefined {
  return (data as Readonly<Record<string, unknown>>).dryRun === true ? removes?.(data, credential) : undefined;
}

/** Whether a filter of the request matches nothing. */
export function asksForNothing({ filters = [] }: Operation, data: Record<string, unknown>): boolean {
  return filters.some((name) => Array.isArray(data[name]) && data[name].length === 0);
}
