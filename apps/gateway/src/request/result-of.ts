import { Failure, shortened } from "@parley/kernel";
import type { Removal } from "../operations/dry-run.ts";
import type { Operation } from "../operations/operation.ts";
import type { AdmittedRequest } from "./exchange.ts";
import type { RequestPages } from "./pages.ts";

/** The request of a response. */
export interface Asked {
  readonly data: unknown;
  readonly credential: AdmittedRequest["credential"];
  readonly pages: RequestPages | undefined;
  /** The user's token that was created for the response, which is its data. */
  readonly issued?: object | undefined;
}

/** The `result` of a response, built from the RPC's response. */
export function resultOf(operation: Operation, response: Record<string, unknown>, { data, credential, pages, issued }: Asked): unknown {
  const answer = issued ?? operation.fromRpc?.(response as never, data, credential) ?? null;
  if (operation.resultShape === "bare") return answer;
  requireOne(operation, data, answer);
  const message = typeof operation.message === "string" ? operation.message : operation.message(response as never);
  return {
    status: "success",
    message,
    ...(operation.resultShape === "none"
      ? {}
      : { data: operation.paged === "iterator" ? pages?.iterated(answer, String(response.nextPageToken)) : answer }),
    ...operation.extras?.(response as never, data, credential),
    ...(pages === undefined ? {} : tokenOf(operation, pages, response)),
  };
}

// A single item that does not exist is a failure for a request with `one`, and an empty list for a filter.
function requireOne({ single }: Operation, data: unknown, answer: unknown): void {
  if (single === undefined || !Array.isArray(answer) || answer.length > 0) return;
  const { one, [single.ids]: ids } = data as Readonly<Record<string, unknown>>;
  if (one === true) throw new Failure("not_found", `The ${single.thing} ${shortened(String(ids))} does not exist there.`);
}

function tokenOf({ paged, feed }: Operation, pages: RequestPages, response: Record<string, unknown>) {
  if (paged === "iterator") return {};
  if (feed) return { nextCursor: pages.seal(String(response.nextCursor)) };
  const nextPageToken = pages.seal(String(response.nextPageToken));
  // Existing code reads one name or the other.
  return { nextPageToken, pageToken: nextPageToken };
}

/** The removal that a dry run counts; undefined for any other request. */
export function removalOfDryRun({ removes }: Operation, { data, credential }: Asked): Removal | undefined {
  return (data as Readonly<Record<string, unknown>>).dryRun === true ? removes?.(data, credential) : undefined;
}

/** Whether a filter of the request matches nothing. */
export function asksForNothing({ filters = [] }: Operation, data: Record<string, unknown>): boolean {
  return filters.some((name) => Array.isArray(data[name]) && data[name].length === 0);
}
