import { createServer } from "node:net";

// Receives the strangers' traffic and discards it, in its own process. Beside it a customer loses only the processors that the sending
// takes on this machine.
const server = createServer((socket) => socket.on("error", () => undefined).resume());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
