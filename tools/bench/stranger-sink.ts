import { createServer } from "node:net";

// Receives what strangers send, in its own process and in place of an installation: `stranger-sink.ts reading` discards it,
// `stranger-sink.ts silent` leaves it unread. What a customer measures meanwhile is the effect of the sending alone on this machine.
const isReading = process.argv[2] === "reading";
const server = createServer({ pauseOnConnect: !isReading }, (socket) => {
  socket.on("error", () => undefined);
  if (isReading) socket.resume();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
