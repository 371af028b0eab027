import type { CommentAnnotationChange, CommentAnnotationDraft, Location, User } from "@parley/contracts/activity";
import type { Json } from "@parley/kernel";
import type { Outcome } from "../batches/results.ts";
import type { ThreadChange } from "../changes/thread-change.ts";
import { storedUser, type UserInit } from "../people/user.ts";
import { locationColumns, noLocation } from "../places/location.ts";
import { mergeMetadata } from "./merge-metadata.ts";
import type { AnnotationState } from "./reading/annotation-state.ts";
import { type Labels, labelsOf, type PriorityLabel, priorityLabel, readLabels, statusLabel, storedLabels } from "./reading/labels.ts";

/** The changes of an annotation: undefined keeps a value, null removes it. */
export interface AnnotationPatch {
  readonly status: string | undefined;
  readonly priority: string | null | undefined;
  readonly type: string | null | undefined;
  readonly location: Location | null | undefined;
  readonly assignee: User | null | undefined;
  /** The given names and types of `status` and `priority`. */
  readonly labels: Labels;
  /** Merged into the stored metadata. */
  readonly metadataJson: string;
  /** Merged into the stored details. */
  readonly detailsJson: string;
  /** The user who changes the status; undefined if nobody is named. */
  readonly statusUserId: string | undefined;
  /** For imports: the time of creation, and when the annotation last changed. */
  readonly createdAtMs?: number | undefined;
  readonly updatedAtMs?: number | undefined;
}

/** The changes that a user, if one is named, makes. */
export function patchOf(
  {
    status,
    priority,
    type,
    locationChange,
    assigneeChange,
    metadataJson,
    detailsJson,
    statusUserId,
    createdAtMs,
    updatedAtMs,
    ...labels
  }: CommentAnnotationChange,
  actor: UserInit | undefined,
): AnnotationPatch {
  return {
    labels: labelsOf(labels),
    status: status || undefined,
    priority: priority === "" ? null : priority,
    type: type === "" ? null : type,
    location: locationChange.case === "location" ? locationChange.value : locationChange.value ? null : undefined,
    assignee: assigneeChange.case === "assignee" ? assigneeChange.value : assigneeChange.value ? null : undefined,
    metadataJson,
    detailsJson,
    statusUserId: statusUserId || actor?.userId,
    createdAtMs: createdAtMs === undefined ? undefined : Number(createdAtMs),
    updatedAtMs: updatedAtMs === undefined ? undefined : Number(updatedAtMs),
  };
}

/** The changes made by adding an existing annotation: exactly the values of the draft. */
export function patchByDraft(draft: CommentAnnotationDraft, actor: UserInit | undefined): AnnotationPatch {
  const { status, priority, type, location, assignee, metadataJson, detailsJson } = draft;
  return {
    status: status || undefined,
    priority: priority || undefined,
    type: type || undefined,
    location,
    assignee,
    labels: labelsOf(draft),
    metadataJson,
    detailsJson,
    statusUserId: actor?.userId,
  };
}

const defaultStatus = "OPEN";
const blank: AnnotationState = {
  status: defaultStatus,
  priority: null,
  labels: null,
  type: null,
  ...noLocation,
  assigneeId: null,
  assignee: null,
  metadata: "{}",
  statusUserId: null,
  details: "{}",
};

/** The state of a new annotation; undefined when its metadata is too long. */
export function newState(patch: AnnotationPatch, metadataBytes: number): AnnotationState | undefined {
  return patched(blank, patch, metadataBytes);
}

/** The state after the patch, or the reason why there is none: nothing would change, or the metadata would be too long. */
export function changedState(before: AnnotationState, patch: AnnotationPatch, metadataBytes: number): AnnotationState | Outcome {
  const after = patched(before, patch, metadataBytes);
  if (after === undefined) return "metadata_too_long";
  const keys = Object.keys(blank) as (keyof AnnotationState)[];
  return keys.every((key) => after[key] === before[key]) ? "unchanged" : after;
}

function patched(before: AnnotationState, patch: AnnotationPatch, metadataBytes: number): AnnotationState | undefined {
  const metadata = mergeMetadata(before.metadata, patch.metadataJson, metadataBytes);
  const details = mergeMetadata(before.details, patch.detailsJson, metadataBytes);
  if (metadata === undefined || details === undefined) return undefined;
  const { locationId, locationName, locationExtra, assigneeId, assignee } = before;
  const status = patch.status ?? before.status;
  return {
    status,
    statusUserId: status === before.status ? before.statusUserId : (patch.statusUserId ?? null),
    details,
    priority: patch.priority === undefined ? before.priority : patch.priority,
    labels: storedLabels(patchedLabels(before, patch)),
    type: patch.type === undefined ? before.type : patch.type,
    ...(patch.location === undefined ? { locationId, locationName, locationExtra } : locationColumns(patch.location ?? undefined)),
    ...(patch.assignee === undefined ? { assigneeId, assignee } : assigneeColumns(patch.assignee)),
    metadata,
  };
}

// Setting only the id of the current status or priority changes nothing.
function patchedLabels({ status, priority, labels }: AnnotationState, patch: AnnotationPatch): Labels {
  const before = readLabels(labels);
  const given = patch.labels;
  const { statusName, statusType, statusExtra, priorityName, priorityType, priorityExtra } = given;
  const onlyStatus = statusName === null && statusType === null && statusExtra === null;
  const onlyPriority = priorityName === null && priorityType === null && priorityExtra === null;
  const ofStatus = patch.status === undefined || (patch.status === status && onlyStatus) ? before : given;
  const ofPriority = patch.priority === undefined || (patch.priority === priority && onlyPriority) ? before : given;
  return {
    statusName: ofStatus.statusName,
    statusType: ofStatus.statusType,
    statusExtra: ofStatus.statusExtra,
    priorityName: ofPriority.priorityName,
    priorityType: ofPriority.priorityType,
    priorityExtra: ofPriority.priorityExtra,
  };
}

function assigneeColumns(assignee: User | null) {
  return assignee === null ? { assigneeId: null, assignee: null } : { assigneeId: assignee.userId, assignee: storedUser(assignee) };
}

/** The changes between two states, one for each kind of change that subscribers are notified of separately. */
export function changesBetween(
  annotationId: string,
  before: AnnotationState,
  after: AnnotationState,
  actor: UserInit | undefined,
): ThreadChange[] {
  const change = (trigger: ThreadChange["trigger"], changes: NonNullable<ThreadChange["changes"]>): ThreadChange => ({
    trigger,
    annotationId,
    actor,
    changes,
  });
  const changes: ThreadChange[] = [];
  if (before.status !== after.status)
    changes.push({
      ...change("comment_annotation.status_change", { status: { from: before.status, to: after.status } }),
      labels: { from: statusLabel(before), to: statusLabel(after) },
    });
  if (before.priority !== after.priority) {
    changes.push({
      ...change("comment_annotation.priority_change", { priority: { from: before.priority, to: after.priority } }),
      labels: { from: priorityLabel(before), to: priorityLabel(after) },
    });
  }
  if (before.assigneeId !== after.assigneeId) {
    changes.push(change("comment_annotation.assign", { assignee: { from: parsed(before.assignee), to: parsed(after.assignee) } }));
  }
  const others = otherChanges(before, after);
  if (Object.keys(others).length > 0) changes.push(change("comment_annotation.update", others));
  return changes;
}

function otherChanges(before: AnnotationState, after: AnnotationState): NonNullable<ThreadChange["changes"]> {
  const location = (state: AnnotationState): Json =>
    state.locationId === null && state.locationName === null ? null : { id: state.locationId, locationName: state.locationName };
  return {
    ...labelChanges(before, after),
    ...(before.type === after.type ? {} : { type: { from: before.type, to: after.type } }),
    ...(before.locationId === after.locationId && before.locationName === after.locationName && before.locationExtra === after.locationExtra
      ? {}
      : { location: { from: location(before), to: location(after) } }),
    ...(before.metadata === after.metadata ? {} : { metadata: { from: parsed(before.metadata), to: parsed(after.metadata) } }),
    ...(before.details === after.details ? {} : { details: { from: parsed(before.details), to: parsed(after.details) } }),
  };
}

// The change when the id of the status or priority stays but its name or type differs.
function labelChanges(before: AnnotationState, after: AnnotationState): NonNullable<ThreadChange["changes"]> {
  const status = { from: { ...statusLabel(before) }, to: { ...statusLabel(after) } };
  const priority = { from: priorityLabel(before), to: priorityLabel(after) };
  const differ = ({ from, to }: { from: object | null; to: object | null }) => JSON.stringify(from) !== JSON.stringify(to);
  return {
    ...(before.status === after.status && differ(status) ? { status } : {}),
    ...(before.priority === after.priority && differ(priority)
      ? { priority: { from: asJson(priority.from), to: asJson(priority.to) } }
      : {}),
  };
}

function asJson(label: PriorityLabel | null): Json {
  return label === null ? null : { ...label };
}

function parsed(json: string | null): Json {
  return json === null ? null : (JSON.parse(json) as Json);
}
