import { fromBinary } from "@bufbuild/protobuf";
import { type WebhookTriggered, WebhookTriggeredSchema } from "@parley/contracts/activity";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { webhookTriggers } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";
import type { Module } from "@parley/runtime";
import { querySql } from "@parley/testing";
import type { DocumentScope } from "../src/places/scope.ts";
import { type Activity, alice, bob, startActivity, welcome } from "./activity.ts";

/** An event from the outbox with its JSON parsed. */
interface Told extends WebhookTriggered {
  readonly key: string;
  readonly subjects: readonly string[];
  readonly annotation: JsonObject & { comments: JsonObject[] };
  readonly target: JsonObject | undefined;
}

/** The service with webhooks enabled for the key of `welcome`, and a copy of all events that it writes into its outbox. */
export interface Telling extends AsyncDisposable {
  readonly activity: Activity;
  sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]>;
  /** The events since the last call, in the order of publication. */
  told(): Promise<Told[]>;
  /** Discards the events so far. */
  forget(): Promise<void>;
  /** Adds a thread with two comments and discards its events. */
  thread(place?: DocumentScope): Promise<string>;
}

export async function startTelling(others: readonly Module[] = []): Promise<Telling> {
  const activity = await startActivity({}, others);
  activity.surroundings.webhooks.set(welcome.apiKeyId, webhookTriggers);
  const sql = <Row extends Record<string, unknown>>(text: string) => querySql<Row>(activity.databaseUrl, text);
  // Copied in the same transaction, because the relay deletes the rows at once.
  await sql(`create table activity.told (like activity.outbox);
    create function activity.tell() returns trigger language plpgsql security definer as
      $$ begin insert into activity.told select new.*; return new; end $$;
    create trigger tell after insert on activity.outbox for each row execute function activity.tell();`);
  const forget = async () => {
    await sql("delete from activity.told");
  };
  let threads = 0;
  return {
    activity,
    sql,
    forget,
    async told() {
      const rows = await sql<{ event_key: string; subjects: string[]; payload: Buffer }>(
        `with gone as (delete from activity.told returning *)
         select event_key, subjects, payload from gone where topic = '${webhookTriggersTopic.name}' order by lane, sequence`,
      );
      return rows.map(({ event_key, subjects, payload }) => ({ ...read(payload), key: event_key, subjects }));
    },
    async thread(place = welcome) {
      const annotationId = `thread-${++threads}`;
      await activity.administration.addCommentAnnotations({ ...place, annotations: [newThread(annotationId)] });
      await forget();
      return annotationId;
    },
    [Symbol.asyncDispose]: () => activity[Symbol.asyncDispose](),
  };
}

/** The ids of the comments that an event contains. */
export function shownIds({ annotation }: Told): unknown[] {
  return annotation.comments.map(({ commentId }) => commentId);
}

function read(payload: Buffer): Omit<Told, "key" | "subjects"> {
  const message = fromBinary(WebhookTriggeredSchema, payload);
  const target = message.targetCommentJson === "" ? undefined : JSON.parse(message.targetCommentJson);
  return { ...message, annotation: JSON.parse(message.annotationJson || "{}"), target };
}

function newThread(annotationId: string) {
  return {
    annotation: { annotationId, location: { locationId: "page-1", locationName: "Page 1", extraJson: '{"offset":120}' } },
    comments: [
      { author: alice, comment: { commentId: "c1", text: "First, @Bob.", taggedUsers: [bob] } },
      { author: bob, comment: { commentId: "c2", text: "Second." } },
    ],
  };
}

/** What every comment has that was not changed. */
export const asAdded = { type: "text", status: "added", recorders: [], customList: [], toOrganizationUserGroup: [] };
