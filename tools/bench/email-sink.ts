import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

// A mail server in its own process. It accepts every mail and keeps only its id and age.
const measuredDomain = "@measured.example";
const writtenAt = /\bat(\d{13})z\b/;
const messageId = /^message-id: *(<[^>\r\n]+>)/im;

/** Arrivals since the last report. */
export interface SinkReport {
  readonly received: number;
  readonly ids: number;
  /** Sorted times in ms from the time in the mail's text to its receipt, for recipients at `measured.example`. */
  readonly latenciesMs: readonly number[];
  readonly cpuMs: number;
}

let received = 0;
let latenciesMs: number[] = [];
let ids = new Set<string>();
let cpu = process.cpuUsage();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      received++;
      ids.add(messageId.exec(text)?.[1] ?? `nameless ${received}`);
      const at = session.envelope.rcptTo[0]?.address.endsWith(measuredDomain) ? writtenAt.exec(text)?.[1] : undefined;
      if (at !== undefined) latenciesMs.push(performance.timeOrigin + performance.now() - Number(at));
      callback();
    });
  },
});
// Senders may close their connections in any way.
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.server.address() as AddressInfo).port }));

process.on("message", (message: "report" | "count") => {
  if (message === "count") return void process.send?.({ ids: ids.size, measured: latenciesMs.length });
  const { user, system } = process.cpuUsage(cpu);
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  process.send?.({ received, ids: ids.size, latenciesMs: sorted, cpuMs: (user + system) / 1_000 } satisfies SinkReport);
  received = 0;
  latenciesMs = [];
  ids = new Set();
  cpu = process.cpuUsage();
});
