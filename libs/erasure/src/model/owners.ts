import type { ErasureCommand, ErasureScope as ToldScope } from "@parley/contracts/erasure";
import type { ErasureScope } from "./plan.ts";

/** What is asked of an owner of removals. */
export interface ListOpenRequest {
  readonly service: string;
  readonly pageToken: string;
}

/** One page of what an owner answers; `nowMs` is the time of its database's clock. */
export interface OpenErasures {
  readonly commands: ErasureCommand[];
  readonly nextPageToken: string;
  readonly nowMs: bigint;
}

/** The services that own removals. */
export const ownerNames = ["users", "directory", "workspace"] as const;

/** An owner as it is asked. */
export interface OwnerClient {
  listOpenErasures(request: ListOpenRequest): Promise<OpenErasures>;
}

/** How each owner is asked; undefined for one of which nobody has said where it is. */
export type ErasureOwners = Readonly<Record<(typeof ownerNames)[number], OwnerClient | undefined>>;

/** What an owner tells: by an event, or when it is asked. */
export type ReceivedCommand = Pick<ErasureCommand, "apiKeyId" | "jobId" | "owner" | "command">;

/** What a removal is about; an earlier version may not have said all of it. */
export function scopeOf(told: ToldScope | undefined): ErasureScope {
  const { userIds = [], organizationIds = [], folderIds = [], documentIds = [], locationIds = [], locationName = "" } = told ?? {};
  return { userIds, organizationIds, folderIds, documentIds, locationIds, locationName };
}
