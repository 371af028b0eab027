import { type StringValue, StringValueSchema } from "@bufbuild/protobuf/wkt";
import { type Database, type Db, databaseSettings, type Migration, openDatabase, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { defineModule, type Module } from "@parley/runtime";
import { pgSchema, text, uuid } from "drizzle-orm/pg-core";
import {
  consumer,
  enqueue,
  enqueueAll,
  event,
  listener,
  type MessageStore,
  messageStore,
  messagingSettings,
  messagingTables,
  type ReceivedEvent,
  type Topic,
  useListeners,
  useMessaging,
  type Worker,
} from "../src/index.ts";
import { eventParameters, eventsParameters } from "../src/outbox/outbox.store.ts";
import { messagingSchema } from "../src/schema/messaging-schema.ts";

/** The one topic of the tests: texts. */
export const texts: Topic<typeof StringValueSchema> = { name: "texts.v1", message: StringValueSchema };

export const sender = messageStore("sender");
export const receiver = messageStore("receiver");
export const secondReceiver = messageStore("second_receiver");

export const senderTables: Migration = {
  name: "0001_initial",
  sql: `${messagingTables} create table notes (api_key_id text not null, note_id text not null, body text not null, primary key (api_key_id, note_id));`,
};

export const receiverTables: Migration = {
  name: "0001_initial",
  // Without a unique constraint, so that a duplicate effect shows.
  sql: `${messagingTables} create table effects (
    position bigint generated always as identity, api_key_id text not null, event_id uuid not null, body text not null, process text not null,
    at timestamptz not null default clock_timestamp()
  );`,
};

const { outbox } = messagingSchema("sender");
const notes = pgSchema("sender").table("notes", { apiKeyId: text("api_key_id"), noteId: text("note_id"), body: text("body") });

const saveNote = statement(
  "sender.save_note",
  { apiKeyId: types.text, noteId: types.text, body: types.text, ...eventParameters },
  { noteId: types.text },
  sql`with changed as (
     insert into ${notes} as n (${notes.apiKeyId}, ${notes.noteId}, ${notes.body}) values ($apiKeyId, $noteId, $body)
     on conflict (${notes.apiKeyId}, ${notes.noteId}) do update set ${notes.body} = excluded.${notes.body}
     where n.${notes.apiKeyId} = $apiKeyId returning ${notes.noteId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${notes.noteId} from changed`,
);

const saveNotes = statement(
  "sender.save_notes",
  { apiKeyId: types.text, noteIds: listOf(types.text), body: types.text, ...eventsParameters },
  { noteId: types.text },
  sql`with changed as (
     update ${notes} set ${notes.body} = $body
     where ${notes.apiKeyId} = $apiKeyId and ${notes.noteId} = any ($noteIds::text[]) returning ${notes.noteId}
   ), ${enqueueAll(outbox, sql`event.about in (select ${notes.noteId} from changed)`)}
   select ${notes.noteId} from changed`,
);

/** Changes a note and publishes an event about it, in one statement. */
export async function save(db: Db, noteId: string, body: string, apiKeyId = "pk_test"): Promise<void> {
  const told = event(texts, { apiKeyId, key: noteId, message: { value: body } });
  await db.run(saveNote, { apiKeyId, noteId, body, ...sender.event(told) });
}

/** Changes those notes that exist, and publishes an event about each, in one statement. */
export async function saveExisting(db: Db, noteIds: readonly string[], body: string, apiKeyId = "pk_test"): Promise<void> {
  const told = noteIds.map((noteId) => event(texts, { apiKeyId, key: noteId, about: noteId, message: { value: `${noteId}: ${body}` } }));
  await db.run(saveNotes, { apiKeyId, noteIds, body, ...sender.events(told) });
}

interface Effect {
  readonly apiKeyId: string;
  readonly eventId: string;
  readonly body: string;
  readonly process?: string;
}

const insertions = new Map([receiver, secondReceiver].map(({ schema }) => [schema, insertionInto(schema)]));

function insertionInto(schema: string) {
  const effects = pgSchema(schema).table("effects", {
    apiKeyId: text("api_key_id"),
    eventId: uuid("event_id"),
    body: text("body"),
    process: text("process"),
  });
  return statement(
    `${schema}.insert_effect`,
    { apiKeyId: types.text, eventId: types.uuid, body: types.text, process: types.text },
    {},
    sql`insert into ${effects} (${effects.apiKeyId}, ${effects.eventId}, ${effects.body}, ${effects.process})
     values ($apiKeyId, $eventId::uuid, $body, $process)`,
  );
}

export async function insertEffect(tx: Db, effect: Effect, schema = receiver.schema): Promise<void> {
  const insertion = insertions.get(schema);
  if (insertion === undefined) throw new Error(`There are no effects in ${schema}.`);
  await tx.run(insertion, { process: "", ...effect });
}

type Texts = ReceivedEvent<typeof StringValueSchema>;

export interface ReceiverOptions {
  readonly store?: MessageStore;
  /** Called for each event before its effect; may throw. */
  readonly before?: (message: StringValue, event: Texts) => Promise<void> | void;
  readonly afterCommit?: () => void;
  /** Names the process in the effects. */
  readonly process?: string;
  readonly workers?: (database: Database) => readonly Worker[];
  readonly onDatabase?: (database: Database) => void;
}

export function senderModule(onDatabase: (database: Database) => void = () => undefined): Module {
  return defineModule({
    name: "sender",
    config: { ...databaseSettings("SENDER"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      const database = await openDatabase(host, "sender", config, [senderTables]);
      onDatabase(database);
      await useMessaging(host, config, { database, messages: sender });
    },
  });
}

/** A module without a database that receives texts as broadcasts. */
export function hearingModule(heard: string[]): Module {
  return defineModule({
    name: "hearing",
    config: messagingSettings,
    uses: [],
    mount: (host, config) => useListeners(host, config, [listener(texts, ({ message }) => void heard.push(message.value))]),
  });
}

export function receiverModule({ store = receiver, before, afterCommit, process = "", workers, onDatabase }: ReceiverOptions = {}): Module {
  return defineModule({
    name: store.schema,
    config: { ...databaseSettings("RECEIVER"), ...messagingSettings },
    uses: [],
    async mount(host, config) {
      const database = await openDatabase(host, store.schema, config, [receiverTables]);
      onDatabase?.(database);
      const handle = async (tx: Db, received: Texts) => {
        await before?.(received.message, received);
        const { id: eventId, apiKeyId, message } = received;
        await insertEffect(tx, { apiKeyId, eventId, body: message.value, process }, store.schema);
        if (afterCommit !== undefined) tx.afterCommit(afterCommit);
      };
      const onText = consumer(texts, handle);
      await useMessaging(host, config, { database, messages: store, consumers: [onText], workers: workers?.(database) ?? [] });
    },
  });
}
