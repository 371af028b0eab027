import { expect, test } from "vitest";
import { noLocation } from "../places/location.ts";
import { type AnnotationPatch, changedState, changesBetween, newState } from "./annotation-patch.ts";

const alice = { $typeName: "parley.activity.v1.User", userId: "alice", name: "Alice", email: "", extraJson: "", taggedAs: "" } as const;
const nothing: AnnotationPatch = {
  status: undefined,
  priority: undefined,
  type: undefined,
  location: undefined,
  assignee: undefined,
  labels: { statusName: null, statusType: null, statusExtra: null, priorityName: null, priorityType: null, priorityExtra: null },
  metadataJson: "",
  detailsJson: "",
  statusUserId: undefined,
};
const open = {
  status: "OPEN",
  priority: "LOW",
  labels: null,
  type: null,
  ...noLocation,
  assigneeId: null,
  assignee: null,
  metadata: '{"a":1}',
  statusUserId: null,
  details: "{}",
};

test("a new annotation is OPEN and has only the given values", () => {
  expect(newState(nothing, 1_000)).toEqual({
    status: "OPEN",
    priority: null,
    labels: null,
    type: null,
    ...noLocation,
    assigneeId: null,
    assignee: null,
    metadata: "{}",
    statusUserId: null,
    details: "{}",
  });
});

test("a patch with the current values changes nothing", () => {
  expect(changedState(open, { ...nothing, status: "OPEN", priority: "LOW", metadataJson: '{"a":1}' }, 1_000)).toBe("unchanged");
});

test("null removes, undefined keeps", () => {
  expect(changedState({ ...open, type: "note" }, { ...nothing, priority: null }, 1_000)).toEqual({ ...open, type: "note", priority: null });
});

test("changes of status, priority and assignee are reported separately, all others together, each with the previous and the new value", () => {
  const after = changedState(
    open,
    { ...nothing, status: "DONE", priority: "HIGH", assignee: alice, type: "bug", metadataJson: '{"b":2}' },
    1_000,
  );

  if (typeof after === "string") throw new Error(after);
  expect(changesBetween("a1", open, after, undefined).map(({ trigger, changes }) => [trigger, changes])).toEqual([
    ["comment_annotation.status_change", { status: { from: "OPEN", to: "DONE" } }],
    ["comment_annotation.priority_change", { priority: { from: "LOW", to: "HIGH" } }],
    ["comment_annotation.assign", { assignee: { from: null, to: { userId: "alice", name: "Alice" } } }],
    ["comment_annotation.update", { type: { from: null, to: "bug" }, metadata: { from: { a: 1 }, to: { a: 1, b: 2 } } }],
  ]);
});

test("a status and a priority keep their given names when they are set again by id", () => {
  const labels = {
    ...nothing.labels,
    statusName: "In review",
    statusType: "ongoing",
    priorityName: "Urgent",
    priorityExtra: { color: "#f00" },
  };
  const named = changedState(open, { ...nothing, status: "REVIEW", priority: "P0", labels }, 1_000);
  if (typeof named === "string") throw new Error(named);

  const again = changedState(named, { ...nothing, status: "REVIEW", priority: "P0" }, 1_000);
  const other = changedState(named, { ...nothing, status: "RESOLVED", priority: null }, 1_000);

  expect(changesBetween("a1", open, named, undefined).map(({ labels }) => labels)).toEqual([
    {
      from: { id: "OPEN", name: "OPEN", type: "default", color: "#625df5" },
      to: { id: "REVIEW", name: "In review", type: "ongoing", color: "#de7101" },
    },
    { from: { id: "LOW", name: "LOW", color: "#8f8f8f" }, to: { id: "P0", name: "Urgent", color: "#f00" } },
  ]);
  expect(again).toBe("unchanged");
  expect(other).toEqual({ ...open, status: "RESOLVED", priority: null });
});

test("another name of the same status is reported as a change of the annotation, not of the status", () => {
  const labels = { ...nothing.labels, statusName: "To do" };
  const after = changedState(open, { ...nothing, status: "OPEN", labels }, 1_000);
  if (typeof after === "string") throw new Error(after);

  expect(changesBetween("a1", open, after, undefined)).toMatchObject([
    { trigger: "comment_annotation.update", changes: { status: { to: { id: "OPEN", name: "To do", type: "default" } } } },
  ]);
});
