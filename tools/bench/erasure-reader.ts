import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Pool } from "undici";

// Requests pages of 50 recordings of other users, at most 200 per second, and answers each message with the times of the pages since the
// last message. It runs in its own thread, so that the other work of the bench does not count as waiting for the service.
const { url, headers, users, createdAtMs, rows } = workerData as {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly users: number;
  readonly createdAtMs: number;
  readonly rows: number;
};
const pool = new Pool(url, { connections: 1, pipelining: 1 });
let took: number[] = [];
let ended = false;
parentPort?.on("message", (word: string) => {
  ended = word === "end";
  parentPort?.postMessage(took);
  took = [];
});

for (let n = 0; !ended; n++) {
  const beganMs = performance.now();
  const asked = {
    organizationId: "acme",
    userId: `other-${n % users}`,
    createdAfter: createdAtMs + ((n * 7_919) % rows),
    pageSize: 50,
  };
  const { statusCode, body } = await pool.request({
    method: "POST",
    path: "/v2/recordings/get",
    headers,
    body: JSON.stringify({ data: asked }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`A page failed with status ${statusCode}: ${text.slice(0, 300)}`);
  took.push(performance.now() - beganMs);
  await delay(5);
}
await pool.close();
parentPort?.close();
