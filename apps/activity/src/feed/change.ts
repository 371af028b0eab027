import type { WatchChangesResponse } from "@parley/contracts/activity";
import type { UserInit } from "../people/user.ts";
import type { FeedRow } from "./feed-pages.store.ts";

/** The message of a record or a marker; `actor` is the acting user. */
export function changeMessage(row: FeedRow, actor: UserInit | undefined) {
  return {
    changeId: `chg_${row.position.toString(36)}_${row.ref.toString(36)}`,
    featureType: row.featureType,
    actionType: row.actionType,
    organizationId: row.organizationId ?? "",
    documentId: row.documentId ?? "",
    annotationId: row.annotationId ?? "",
    commentId: row.commentId ?? "",
    recordingId: row.recordingId ?? "",
    ...(actor === undefined ? {} : { actionUser: actor }),
    changesJson: row.changes ?? "",
    occurredAtMs: BigInt(row.createdAtMs),
    activityId: row.activityId ?? "",
    folderId: row.folderId ?? "",
    locationId: row.locationId ?? "",
    jobId: row.jobId ?? "",
  };
}

export interface FeedPage {
  readonly page: WatchChangesResponse;
  /** The position up to which there were no other changes. */
  readonly horizon: number;
}
