import { type Database, type DatabaseSettings, withCommandDatabase } from "@parley/database";
import { command } from "@parley/runtime";
import type { MessageStore } from "../messages/message-store.ts";

const maxListed = 500;

/** The commands `dead-letters`, which lists the oldest, and `redrive-dead-letters`, which lets the running service retry all of them. */
export function deadLetterCommands(config: DatabaseSettings, messages: MessageStore) {
  const { schema, deadLetters } = messages;
  return {
    "dead-letters": command({
      description: `List the oldest dead letters of ${schema}.`,
      config,
      run: (values) => withCommandDatabase(values, schema, (database) => list(database, messages)),
    }),
    "redrive-dead-letters": command({
      description: `Let the running service retry all dead letters of ${schema}.`,
      config,
      run: (values) =>
        withCommandDatabase(values, schema, async (database) => {
          return `${await deadLetters.markAll(database)} dead letters of ${schema} will be retried by its service.`;
        }),
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
