import { once } from "node:events";
import { createServer } from "node:net";

// Below the range that the system uses for outgoing connections and for free ports: a port of that range may be taken before it is used.
const first = 10_000;
const count = 22_000;
// Processes that search at the same time begin at different ports.
let next = (process.pid * 97) % count;

/** A port of the loopback interface on which nobody listens, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < count; tried++) {
    const port = first + (next++ % count);
    if (await isFree(port)) return port;
  }
  throw new Error(`Every port from ${first} to ${first + count - 1} is in use.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const listens = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!listens) return false;
  server.close();
  await once(server, "close");
  return true;
}
