import { type Database, type databaseSettings, withCommandDatabase } from "@parley/database";
import type { ConfigOf } from "@parley/runtime";
import type { MessageStore } from "../message-store.ts";

type DatabaseConfig = ConfigOf<ReturnType<typeof databaseSettings>>;

const maxListed = 500;

/** The commands `dead-letters`, which lists the oldest, and `redrive-dead-letters`, which lets the running service try all of them again. */
export function deadLetterCommands(messages: MessageStore) {
  return {
    "dead-letters": (config: DatabaseConfig) => withCommandDatabase(config, messages.schema, (database) => list(database, messages)),
    "redrive-dead-letters": (config: DatabaseConfig) =>
      withCommandDatabase(config, messages.schema, async (database) => {
        return `${await messages.deadLetters.markAll(database)} dead letters of ${messages.schema} will be tried again by its service.`;
      }),
  };
}

async function list(database: Database, { schema, deadLetters }: MessageStore): Promise<string> {
  const letters = await deadLetters.page(database, 0, maxListed);
  if (letters.length === 0) return `There are no dead letters in ${schema}.`;
  const lines = letters.map(({ deadLetterId, source, topic, apiKeyId, reason, error, createdAtMs }) =>
    [deadLetterId, new Date(createdAtMs).toISOString(), source, topic, apiKeyId || "-", reason, error].join("  "),
  );
  return `Dead letters of ${schema}, oldest first:\n${lines.join("\n")}`;
}
