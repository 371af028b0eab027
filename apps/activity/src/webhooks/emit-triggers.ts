import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { Db } from "@parley/database";
import { type Event, maxEventBytes } from "@parley/messaging";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";
import { messages } from "../messages.ts";
import { endOfTimeMs } from "../places/page.ts";
import type { DocumentScope } from "../places/scope.ts";
import { type AnnotationRow, selectAnnotations } from "../threads/reading/annotation-pages.store.ts";
import { selectComments } from "../threads/reading/comment-rows.store.ts";
import { selectReactions } from "../threads/reading/reaction-rows.store.ts";
import type { EventComment } from "./fit-thread.ts";
import { threadJson, type WholeThread } from "./thread-json.ts";
import { triggerEvent } from "./trigger-event.ts";

// A batch of changes shares this: a thousand comments added to one thread do not carry the thread a thousand times.
const maxBytesTogether = 16 * 1024 * 1024;
// What is held in memory at a time.
const readBytes = 8 * 1024 * 1024;
const publishBytes = 4 * 1024 * 1024;

/**
 * Notifies webhooks and mails of changes, in the transaction that made them: what they are wanted for goes into the outbox, each with its thread as it is
 * now. The threads must be held. `deleted` are comments that are no longer to be read.
 */
export async function emitTriggers(
  tx: Db,
  scope: DocumentScope,
  { triggers }: WritePolicy,
  changes: readonly ThreadChange[],
  deleted: ReadonlyMap<string, EventComment> = new Map(),
): Promise<void> {
  const wanted = changes.filter(
    ({ trigger, taggedIds = [] }) =>
      isWebhookTrigger(trigger) && (triggers.has(trigger) || (taggedIds.length > 0 && triggers.has("comment.tag"))),
  );
  if (wanted.length === 0) return;
  const bytesEach = Math.min(maxEventBytes, Math.floor(maxBytesTogether / wanted.length));
  const changesOf = Map.groupBy(wanted, ({ annotationId }) => annotationId);
  const outgoing = new Outgoing(tx);
  for await (const thread of threadsOf(tx, scope, [...changesOf.keys()])) {
    const comments = new Map<string, EventComment>(thread.comments.map((comment) => [comment.row.commentId, comment]));
    for (const change of changesOf.get(thread.annotationId) ?? []) {
      const { commentId = "" } = change;
      const target = comments.get(commentId) ?? deleted.get(commentId);
      await outgoing.add(triggerEvent(scope, change, thread, target, bytesEach));
    }
  }
  await outgoing.flush();
}

class Outgoing {
  readonly #tx: Db;
  #events: Event[] = [];
  #bytes = 0;

  constructor(tx: Db) {
    this.#tx = tx;
  }

  async add(event: Event): Promise<void> {
    this.#events.push(event);
    this.#bytes += event.payload.length;
    if (this.#bytes >= publishBytes) await this.flush();
  }

  async flush(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    this.#bytes = 0;
    await messages.publish(this.#tx, events);
  }
}

async function* threadsOf(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): AsyncGenerator<WholeThread> {
  for (const rows of inPortions(await annotationsNamed(tx, scope, annotationIds))) {
    const refs = rows.map(({ ref }) => ref);
    const withReactions = rows.filter(({ reactionCount }) => reactionCount > 0).map(({ ref }) => ref);
    const comments = Map.groupBy(await selectComments(tx, scope.apiKeyId, refs), ({ annotationRef }) => annotationRef);
    const reactions = Map.groupBy(await selectReactions(tx, scope.apiKeyId, withReactions), ({ annotationRef }) => annotationRef);
    for (const row of rows) yield threadJson(scope, row, comments.get(row.ref) ?? [], reactions.get(row.ref) ?? []);
  }
}

// In the order in which they are named.
async function annotationsNamed(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): Promise<AnnotationRow[]> {
  const filter = { documentId: scope.documentId, annotationIds, locationId: "", locationName: "", statuses: [], userId: "" };
  const count = annotationIds.length + 1;
  const rows = await selectAnnotations(tx, scope, filter, {
    afterMs: -1,
    afterRef: 0,
    beforeMs: endOfTimeMs,
    limit: count,
    scanRows: count,
  });
  const byId = new Map(rows.map((row) => [row.annotationId, row]));
  return annotationIds.flatMap((annotationId) => byId.get(annotationId) ?? []);
}

function inPortions(rows: readonly AnnotationRow[]): AnnotationRow[][] {
  const portions: AnnotationRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (bytes + row.threadBytes > readBytes) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(row);
    bytes += row.threadBytes;
  }
  return portions;
}
