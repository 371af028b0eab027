import type { MessageInitShape } from "@bufbuild/protobuf";
import { removalsCompletedTopic, webhookTriggersTopic } from "@parley/contracts/topics";
import { Database, databaseSettings, migrate, openDatabase } from "@parley/database";
import { event, messageStore, messagingSettings, messagingTables, useMessaging } from "@parley/messaging";
import { defineModule, type Module } from "@parley/runtime";

const schema = "trigger_sender";
const messages = messageStore(schema);
const migrations = [{ name: "0001_messaging", sql: messagingTables }];

export type Trigger = Extract<MessageInitShape<typeof webhookTriggersTopic.message>, { $typeName?: never }>;

/** Stands for the services that publish events: puts them into its own outbox, from which a relay publishes them. */
export class TriggerSender {
  #database: Database | undefined;

  readonly module: Module = defineModule({
    name: "trigger-sender",
    config: { ...databaseSettings("TRIGGER_SENDER"), ...messagingSettings },
    uses: [],
    mount: async (host, config) => {
      const database = await openDatabase(host, schema, config, migrations);
      await useMessaging(host, config, { database, messages });
      this.#database = database;
    },
  });

  /** Commits events; returns their ids. */
  async send(triggers: readonly Trigger[]): Promise<string[]> {
    return publish(this.#running(), triggers);
  }

  /** Commits the event of the workspace service about a complete removal. */
  async sendRemoval(apiKeyId: string, jobId: string): Promise<void> {
    const message = { apiKeyId, jobId, kind: "user", requestedAtMs: 1n, completedAtMs: 2n };
    await messages.publish(this.#running(), [event(removalsCompletedTopic, { apiKeyId, key: apiKeyId, message })]);
  }

  #running(): Database {
    if (this.#database === undefined) throw new Error("The sender does not run.");
    return this.#database;
  }
}

/** Puts events into the sender's outbox of a database where the sender does not run yet. */
export async function leaveTriggers(url: string, triggers: readonly Trigger[]): Promise<void> {
  await migrate({ url, schema, migrations });
  const database = new Database({
    url,
    schema,
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 5_000,
    onConnectionError: () => undefined,
  });
  await publish(database, triggers);
  await database.close();
}

async function publish(database: Database, triggers: readonly Trigger[]): Promise<string[]> {
  const events = triggers.map((message) => {
    const { apiKeyId = "", organizationId = "", documentId = "" } = message;
    const subjects = [`organization:${organizationId}`, `document:${documentId}`, "user:alice"];
    return event(webhookTriggersTopic, { apiKeyId, key: `${organizationId}/${documentId}`, subjects, message });
  });
  await messages.publish(database, events);
  return events.map(({ id }) => id);
}
