import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";

// Reads pages of 50 recordings of other users on its own connection, 200 times a second, and answers each word it is sent with how long
// the pages took since the last. Its own thread: what the bench does otherwise must not count as waiting for the database.
const { databaseUrl, apiKey, users, createdAtMs, rows } = workerData as {
  readonly databaseUrl: string;
  readonly apiKey: string;
  readonly users: number;
  readonly createdAtMs: number;
  readonly rows: number;
};
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
let took: number[] = [];
let ended = false;
parentPort?.on("message", (word: string) => {
  ended = word === "end";
  parentPort?.postMessage(took);
  took = [];
});

for (let n = 0; !ended; n++) {
  const beganMs = performance.now();
  await client.query({
    name: "page",
    text: `select * from activity.recordings where api_key_id = $1 and organization_id = 'acme' and user_id = $2 and (created_at_ms, recording_ref) > ($3, 0)
           order by created_at_ms, recording_ref limit 50`,
    values: [apiKey, `other-${n % users}`, createdAtMs + ((n * 7_919) % rows)],
  });
  took.push(performance.now() - beganMs);
  await delay(5);
}
await client.end();
parentPort?.close();
