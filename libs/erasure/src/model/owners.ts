import type { ErasureCommand, RemovalScope } from "@parley/contracts/erasure";
import type { ErasureScope } from "./plan.ts";

/** A request to an owner of erasures. */
export interface ListOpenRequest {
  readonly service: string;
  readonly pageToken: string;
}

/** One page of an owner's response; `nowMs` is the time of its database's clock. */
export interface OpenErasures {
  readonly commands: ErasureCommand[];
  readonly nextPageToken: string;
  readonly nowMs: bigint;
}

/** The services that own erasures. */
export const ownerNames = ["users", "directory", "workspace"] as const;

/** An owner, as other services call it. */
export interface OwnerClient {
  listOpenErasures(request: ListOpenRequest): Promise<OpenErasures>;
}

/** The client of each owner; undefined for one that is not configured. */
export type ErasureOwners = Readonly<Record<(typeof ownerNames)[number], OwnerClient | undefined>>;

/** A command of an owner: received in an event, or in response to a request. */
export type ReceivedCommand = Pick<ErasureCommand, "apiKeyId" | "jobId" | "owner" | "command">;

type SentScope = Partial<Omit<RemovalScope, "$typeName" | "kind" | "dataOnly">> & { readonly aheadMs?: number };

/** The scope of an erasure, of which parts may be left out. */
export function scopeOf(sent: SentScope | undefined): ErasureScope {
  const {
    userIds = [],
    organizationIds = [],
    folderIds = [],
    documentIds = [],
    locationIds = [],
    locationName = "",
    aheadMs = 0,
  } = sent ?? {};
  return { userIds, organizationIds, folderIds, documentIds, locationIds, locationName, aheadMs };
}
