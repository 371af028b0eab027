import { expect, test } from "vitest";
import { type AnnotationPatch, changedState, changesBetween, newState } from "./annotation-patch.ts";
import { noLocation } from "./location.ts";

const alice = { $typeName: "parley.activity.v1.User", userId: "alice", name: "Alice", email: "", extraJson: "" } as const;
const nothing: AnnotationPatch = {
  annotationId: "a1",
  status: undefined,
  priority: undefined,
  type: undefined,
  location: undefined,
  assignee: undefined,
  metadataJson: "",
};
const open = { status: "OPEN", priority: "LOW", type: null, ...noLocation, assigneeId: null, assignee: null, metadata: '{"a":1}' };

test("a new annotation is OPEN and has nothing that was not given", () => {
  expect(newState(nothing, 1_000)).toEqual({
    status: "OPEN",
    priority: null,
    type: null,
    ...noLocation,
    assigneeId: null,
    assignee: null,
    metadata: "{}",
  });
});

test("a patch that says what is there already changes nothing", () => {
  expect(changedState(open, { ...nothing, status: "OPEN", priority: "LOW", metadataJson: '{"a":1}' }, 1_000)).toBe("unchanged");
});

test("null removes, undefined keeps", () => {
  expect(changedState({ ...open, type: "note" }, { ...nothing, priority: null }, 1_000)).toEqual({ ...open, type: "note", priority: null });
});

test("status, priority and assignment are told one by one, the rest together, each with before and after", () => {
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
