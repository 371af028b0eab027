import { createServer } from "node:net";

// Takes what strangers send and does nothing with it, in a process of its own: beside it a customer has what their sending alone takes of this machine.
const server = createServer((socket) => socket.on("error", () => undefined).resume());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
