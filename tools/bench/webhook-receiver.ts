import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A customer's server in its own process: verifies every signature, and notes the arrival of each event with its age. It answers "count",
// and "report" with what arrived since the last report.
const key = Buffer.alloc(32, 5);

export interface Counts {
  readonly received: number;
  readonly verified: number;
  readonly ids: number;
}

export interface ReceiverReport extends Counts {
  /** Sorted times in ms from event to receipt. */
  readonly latenciesMs: readonly number[];
  readonly cpuMs: number;
}

class Arrivals {
  received = 0;
  verified = 0;
  readonly ids = new Set<string>();
  readonly latenciesMs: number[] = [];
  readonly #cpu = process.cpuUsage();

  get counts(): Counts {
    return { received: this.received, verified: this.verified, ids: this.ids.size };
  }

  get report(): ReceiverReport {
    const { user, system } = process.cpuUsage(this.#cpu);
    return { ...this.counts, latenciesMs: this.latenciesMs.toSorted((a, b) => a - b), cpuMs: (user + system) / 1_000 };
  }
}

let arrivals = new Arrivals();
process.on("message", (message: "report" | "count") => {
  process.send?.(message === "count" ? arrivals.counts : arrivals.report);
  if (message === "report") arrivals = new Arrivals();
});

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
    if (request.headers["webhook-signature"] === `v1,${signed}`) arrivals.verified++;
    const at = body.indexOf('"timestamp":');
    arrivals.received++;
    arrivals.ids.add(id);
    if (at > 0) arrivals.latenciesMs.push(performance.timeOrigin + performance.now() - Number(body.toString("latin1", at + 12, at + 25)));
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
