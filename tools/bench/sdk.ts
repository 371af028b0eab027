import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { type Fetch, overUndici, Parley } from "@parley/sdk";
import { Agent, request } from "undici";

// The cost of the TypeScript client: CPU of the calling thread per call, compared with calls of undici without a client. The server is in
// another thread and sends the same bytes to all.
const answer = JSON.stringify({
  result: {
    status: "success",
    message: "Users retrieved.",
    data: [{ userId: "ada", name: "Ada King", email: "ada@acme.example" }],
    nextPageToken: null,
  },
});
const calls = Number(process.env.BENCH_CALLS ?? 3_000);
const atOnce = 16;
const rounds = 5;

if (isMainThread) await bench();
else await serve();

async function serve(): Promise<void> {
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer));
  });
  // Longer than any pause of the callers, even on a busy machine.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

async function bench(): Promise<void> {
  const worker = new Worker(fileURLToPath(import.meta.url));
  const [port] = (await once(worker, "message")) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const data = { organizationId: "acme", pageSize: 50 };
  const headers = { "content-type": "application/json", "x-svc-api-key": "pk_1", "x-svc-auth-token": "sk_1" };
  const message = () => ({ method: "POST" as const, headers, body: JSON.stringify({ data }) });
  const bounded = () => ({ ...message(), signal: AbortSignal.timeout(30_000) });
  const client = (send: Fetch | undefined) => {
    const parley = new Parley({ baseUrl, apiKey: "pk_1", authToken: "sk_1", fetch: send });
    return async () => void (await parley.users.list(data));
  };
  const subjects = {
    "undici request": async () => void (await (await request(`${baseUrl}/v2/users/get`, message())).body.json()),
    "undici request, 30 s": async () => void (await (await request(`${baseUrl}/v2/users/get`, bounded())).body.json()),
    fetch: async () => void (await (await fetch(`${baseUrl}/v2/users/get`, message())).json()),
    client: client(undefined),
    "client over undici": client(overUndici(new Agent())),
  } satisfies Record<string, () => Promise<void>>;

  const cpu = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(subjects))
      cpu.set(name, Math.min(cpu.get(name) ?? Number.POSITIVE_INFINITY, await microsecondsOf(call)));
  }
  for (const [name, us] of cpu) console.log(`${name.padEnd(24)} ${us.toFixed(1)} µs of CPU a call`);
  const ratio = (of: string, to: string) => ((100 * (cpu.get(of) ?? 0)) / (cpu.get(to) ?? 1) - 100).toFixed(1);
  console.log(
    `The client adds ${ratio("client", "fetch")} % to fetch, and over undici ${ratio("client over undici", "undici request")} % to its bare request, ${ratio("client over undici", "undici request, 30 s")} % to one with a time-out.`,
  );
  await worker.terminate();
}

/** CPU of this thread per call, without that of the server. */
async function microsecondsOf(call: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  let left = calls;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await call();
    }),
  );
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / calls;
}
