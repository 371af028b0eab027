import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { Counted } from "./counted.ts";

// A mail server in its own process. It accepts every mail and keeps only its id and, for recipients at `measured.example`, its age: from the
// time in its text.
const measuredDomain = "@measured.example";
const writtenAt = /\bat(\d{13})z\b/;
const messageId = /^message-id: *(<[^>\r\n]+>)/im;
const counted = new Counted();

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
      const at = session.envelope.rcptTo[0]?.address.endsWith(measuredDomain) ? writtenAt.exec(text)?.[1] : undefined;
      counted.note(messageId.exec(text)?.[1] ?? `nameless ${counted.received}`, at === undefined ? undefined : Number(at));
      callback();
    });
  },
});
// Senders may close their connections in any way.
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.server.address() as AddressInfo).port }));
