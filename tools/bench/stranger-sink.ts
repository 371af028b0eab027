import { createServer } from "node:net";

// Takes what strangers send, in a process of its own: `stranger-sink.ts reading` throws it away, `stranger-sink.ts silent` leaves it unread. Beside it a
// customer has what the sending alone takes of this machine.
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
