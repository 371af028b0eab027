import { runProcess } from "@parley/runtime";
import { benchModule, drained, environmentOf, newDatabase } from "../../bench/messaging-stage.ts";
import { readNumbers } from "../../read-numbers.ts";
import { Random } from "../../storm/random.ts";
import { keptMessages } from "./kept-messages.ts";
import { onMessageStage, report } from "./message-stage.ts";
import { numberRows, overtaken } from "./overtaken.ts";
import { writeWithDelays } from "./write-with-delays.ts";

// `npm run promise:outbox [-- --rows 100000] [--writers 200] [--relays 2] [--seed N]`: many concurrent transactions write events, each
// event with its own statement, wait for a random time and commit or roll back, while relays publish to Kafka. Then the events in Kafka are
// compared with the committed ones. Exits with 1 when one is missing or was never committed, and with 2 without a Kafka.
const { numbers } = readNumbers({ rows: 100_000, writers: 200, relays: 2, seed: Date.now() % 1_000_000 });
const { rows, writers, relays, seed } = numbers;

await onMessageStage(async ({ postgres, kafka, topic, environment }) => {
  const { url, database } = await newDatabase(postgres, { maxConnections: writers });
  await numberRows(url);
  const publishing = await Promise.all(
    Array.from({ length: relays }, async () => runProcess([benchModule(url)], environmentOf(url, environment))),
  );
  const beganMs = performance.now();
  const { committed, rolledBack, transactions } = await writeWithDelays(database, { rows, writers, random: new Random(seed) });
  await drained(database);
  const seconds = (performance.now() - beganMs) / 1_000;
  await Promise.all(publishing.map((process) => process.stop()));
  await database.close();

  const published = (await keptMessages(kafka, [topic])).map(({ partition, message: { headers } }) => ({
    id: String(headers?.["event-id"]),
    partition,
  }));
  const ids = new Set(published.map(({ id }) => id));
  const missing = [...committed].filter((id) => !ids.has(id)).length;
  const undone = [...rolledBack].filter((id) => ids.has(id)).length;
  const unknown = [...ids].filter((id) => !committed.has(id) && !rolledBack.has(id)).length;
  const late = await overtaken(url, published);
  const figure =
    `seed ${seed}: ${committed.size} rows committed and ${rolledBack.size} rolled back in ${transactions} transactions, ${writers} at a time; ` +
    `published ${ids.size}, missing ${missing}, rolled back and published ${undone}, published again ${published.length - ids.size}; ` +
    `${late} were committed after a later row had been published; ${Math.round(committed.size / seconds)} rows/s`;
  return report(figure, [
    ...(missing > 0 ? [`${missing} committed rows were never published.`] : []),
    ...(undone + unknown > 0 ? [`${undone + unknown} events were published without a commit.`] : []),
    // Without late commits nothing was proved.
    ...(late === 0 ? ["No row was committed after a later one had been published, so nothing was proved."] : []),
  ]);
});
