import type { ErasureCommand, ErasureScope as ToldScope } from "@parley/contracts/erasure";
import type { ErasureScope } from "./eraser.ts";

/** What an owner tells: by an event, or when it is asked. */
export type ToldCommand = Pick<ErasureCommand, "apiKeyId" | "jobId" | "owner" | "command">;

/** What a removal is about; an earlier version may not have said all of it. */
export function scopeOf(told: ToldScope | undefined): ErasureScope {
  const { userIds = [], organizationIds = [], folderIds = [], documentIds = [], locationIds = [], locationName = "" } = told ?? {};
  return { userIds, organizationIds, folderIds, documentIds, locationIds, locationName };
}
