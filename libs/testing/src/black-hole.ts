import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { until } from "./until.ts";

/** A port of this machine that does not respond to connections: it neither refuses them nor completes a handshake. */
interface BlackHole extends AsyncDisposable {
  readonly port: number;
}

// Listens, and then blocks forever without accepting.
const listenAndBlock = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
const queue = 1;

/** Disposing of it refuses the connections that are still waiting. */
export async function openBlackHole(): Promise<BlackHole> {
  const worker = new Worker(listenAndBlock, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  // The kernel accepts one connection more than the backlog on the listener's behalf, and lets further ones hang.
  const fillers = Array.from({ length: queue + 1 }, () => connect(port, "127.0.0.1"));
  for (const filler of fillers) filler.on("error", () => filler.destroy());
  await until(() => fillers.every(({ readyState }) => readyState === "open"));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}
