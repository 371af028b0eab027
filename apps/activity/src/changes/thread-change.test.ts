import { expect, test } from "vitest";
import { logRecord } from "../activity-log/log-record.ts";
import { logEntryOf } from "./thread-change.ts";

const alice = { userId: "alice", name: "Alice", email: "", extraJson: "" };

test("a status change is recorded with the previous and the new status", () => {
  const record = logRecord(
    1,
    logEntryOf({
      trigger: "comment_annotation.status_change",
      annotationId: "a1",
      actor: alice,
      changes: { status: { from: "OPEN", to: "DONE" } },
    }),
  );

  expect(record).toMatchObject({
    action_type: "comment_annotation.status_change",
    action_user: '{"userId":"alice","name":"Alice"}',
    changes: '{"status":{"from":"OPEN","to":"DONE"}}',
    entity_data: '{"annotationId":"a1"}',
    template: "{{actionUser}} changed the status from {{from}} to {{to}}.",
    template_data: '{"from":"OPEN","to":"DONE"}',
  });
});

test("a missing previous value is shown as none", () => {
  const { values } = logEntryOf({
    trigger: "comment_annotation.priority_change",
    annotationId: "a1",
    actor: alice,
    changes: { priority: { from: null, to: "HIGH" } },
  });

  expect(values).toEqual({ from: "none", to: "HIGH" });
});

test("without a known actor the sentence names no user", () => {
  const record = logRecord(1, logEntryOf({ trigger: "comment.delete", annotationId: "a1", commentId: "c1", actor: undefined }));

  expect(record).toMatchObject({
    action_user_id: null,
    action_user: null,
    template: "A comment was deleted.",
    entity_target_data: '{"commentId":"c1"}',
  });
});

test("a reaction is recorded under its own feature", () => {
  const entry = logEntryOf({ trigger: "comment.reaction_add", annotationId: "a1", commentId: "c1", reaction: "👍", actor: alice });

  expect(entry).toMatchObject({ feature: "reaction", target: { commentId: "c1", reaction: "👍" }, values: { reaction: "👍" } });
});
