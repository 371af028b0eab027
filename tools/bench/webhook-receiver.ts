import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Counted, type CountReport } from "./counted.ts";

// A customer's server in its own process: verifies every signature, and notes the arrival of each event with its age.
const key = Buffer.alloc(32, 5);

export interface ReceiverReport extends CountReport {
  readonly verified: number;
}

let verified = 0;
const counted = new Counted(() => {
  const report = { verified };
  verified = 0;
  return report;
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
    if (request.headers["webhook-signature"] === `v1,${signed}`) verified++;
    const at = body.indexOf('"timestamp":');
    counted.note(id, at > 0 ? Number(body.toString("latin1", at + 12, at + 25)) : undefined);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
