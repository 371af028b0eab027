import type { WebhookTrigger } from "@parley/contracts/workspace";
import type { Db } from "@parley/database";
import type { Json } from "@parley/kernel";
import type { UsageMeter } from "@parley/messaging";
import { type Changes, type LogEntry, type LogRecord, logRecord } from "../activity-log/log-record.ts";
import type { UserInit } from "../people/user.ts";
import type { PriorityLabel, StatusLabel } from "../threads/reading/labels.ts";

/** A change that triggers webhooks, or one that only the log, inboxes and mails receive. */
export type ThreadTrigger = WebhookTrigger | "comment_annotation.update" | "comment_annotation.delete";

/** A change that subscribers are notified of: a webhook trigger, or a comment update that tags another user. */
export type NotifiedChange = WebhookTrigger | "comment.tag";

/**
 * One change of a thread, in the form from which all notifications are made. Every write to threads produces these changes and nothing
 * else. They are written in the transaction of the write: to the log, and to the outbox for webhooks, mails and inboxes. Only the statement
 * knows whether a comment is the first of its thread; it then replaces `comment.add` by `comment_annotation.add`.
 */
export interface ThreadChange {
  readonly trigger: ThreadTrigger;
  readonly annotationId: string;
  /** The comment that the change is about; absent when it is about the annotation. */
  readonly commentId?: string;
  readonly reaction?: string;
  /** The acting user; undefined when the customer's server did not name one. */
  readonly actor: UserInit | undefined;
  /** Values before and after the change, by field. */
  readonly changes?: Changes;
  /** Users newly tagged by a comment update. */
  readonly taggedIds?: readonly string[];
  /** Users whose tag a comment update removes. */
  readonly untaggedIds?: readonly string[];
  /** Display form of the status or priority before and after the change. */
  readonly labels?: { readonly from: StatusLabel | PriorityLabel | null; readonly to: StatusLabel | PriorityLabel | null };
}

const sentences = {
  "comment_annotation.add": { did: "added a comment.", wasDone: "A comment was added." },
  "comment.add": { did: "added a comment.", wasDone: "A comment was added." },
  "comment.update": { did: "changed a comment.", wasDone: "A comment was changed." },
  "comment.delete": { did: "deleted a comment.", wasDone: "A comment was deleted." },
  "comment.reaction_add": { did: "reacted with {{reaction}}.", wasDone: "The reaction {{reaction}} was added." },
  "comment.reaction_delete": { did: "took back the reaction {{reaction}}.", wasDone: "The reaction {{reaction}} was taken back." },
  "comment_annotation.status_change": {
    did: "changed the status from {{from}} to {{to}}.",
    wasDone: "The status changed from {{from}} to {{to}}.",
  },
  "comment_annotation.priority_change": {
    did: "changed the priority from {{from}} to {{to}}.",
    wasDone: "The priority changed from {{from}} to {{to}}.",
  },
  "comment_annotation.assign": {
    did: "changed the assignee from {{from}} to {{to}}.",
    wasDone: "The assignee changed from {{from}} to {{to}}.",
  },
  "comment_annotation.update": { did: "changed a thread.", wasDone: "A thread was changed." },
  "comment_annotation.delete": { did: "deleted a thread.", wasDone: "A thread was deleted." },
} satisfies Record<ThreadTrigger, LogEntry["sentence"]>;

/** The activity log entry of a change. */
export function logEntryOf({ trigger, annotationId, commentId, reaction, actor, changes }: ThreadChange): LogEntry {
  return {
    feature: reaction === undefined ? "comment" : "reaction",
    action: trigger,
    actor,
    ...(changes === undefined ? {} : { changes }),
    entity: { annotationId },
    ...(commentId === undefined ? {} : { target: { commentId, ...(reaction === undefined ? {} : { reaction }) } }),
    sentence: sentences[trigger],
    ...valuesPart({ reaction, changes }),
  };
}

/** The records of changes, numbered from 1 in their order. */
export function logRecordsOf(changes: readonly ThreadChange[]): LogRecord[] {
  return changes.map((change, index) => logRecord(index + 1, logEntryOf(change)));
}

// A sentence with a value before and a value after describes exactly one field.
function valuesPart({ reaction, changes }: { reaction: string | undefined; changes: Changes | undefined }): Pick<LogEntry, "values"> {
  if (reaction !== undefined) return { values: { reaction } };
  const [only, ...others] = Object.values(changes ?? {});
  if (only === undefined || others.length > 0) return {};
  return { values: { from: shown(only.from), to: shown(only.to) } };
}

function shown(value: Json): Json {
  return value ?? "none";
}

/** Counts added comments and acting users towards the API key's usage, once the changes are committed. */
export function countActs(
  { usage }: { readonly usage: Pick<UsageMeter, "count"> },
  db: Db,
  apiKeyId: string,
  changes: readonly Pick<ThreadChange, "trigger" | "actor">[],
): void {
  const comments = changes.filter(({ trigger }) => trigger === "comment.add" || trigger === "comment_annotation.add").length;
  const userIds = changes.flatMap(({ actor }) => actor?.userId ?? []);
  if (changes.length > 0) db.afterCommit(() => usage.count(apiKeyId, { comments }, userIds));
}
