import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A customer's server in its own process: verifies every signature, notes the arrival of each event, and reports on request.
const key = Buffer.alloc(32, 5);

/** Arrivals since the last report. */
export interface ReceiverReport {
  readonly received: number;
  readonly verified: number;
  readonly ids: number;
  /** Sorted times in ms from the event's own time to its receipt. */
  readonly latenciesMs: readonly number[];
  readonly cpuMs: number;
}

let received = 0;
let verified = 0;
let latenciesMs: number[] = [];
let ids = new Set<string>();
let cpu = process.cpuUsage();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    // Deliveries to a neighbour do not count.
    if (request.url === "/silent") return;
    if (request.url === "/neighbour") return void response.end();
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const id = String(request.headers["webhook-id"]);
    const signed = createHmac("sha256", key).update(`${id}.${request.headers["webhook-timestamp"]}.`).update(body).digest("base64");
    received++;
    ids.add(id);
    if (request.headers["webhook-signature"] === `v1,${signed}`) verified++;
    const at = body.indexOf('"timestamp":');
    if (at > 0) latenciesMs.push(performance.timeOrigin + performance.now() - Number(body.toString("latin1", at + 12, at + 25)));
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on("message", (message: "report" | "count") => {
  const { user, system } = process.cpuUsage(cpu);
  if (message === "count") return void process.send?.({ ids: ids.size, measured: latenciesMs.length });
  const report: ReceiverReport = {
    received,
    verified,
    ids: ids.size,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
    cpuMs: (user + system) / 1_000,
  };
  process.send?.(report);
  received = 0;
  verified = 0;
  latenciesMs = [];
  ids = new Set();
  cpu = process.cpuUsage();
});
