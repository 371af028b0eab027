import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";

// Listens on the published port of a compose installation. Only one container can hold that port, so the gateways stand behind this
// program, where they can be replaced without a gap. `node front.ts 8080 gateway:8090` forwards each connection, after a header with the
// client's address, to the gateway of that name with the fewest connections. A gateway that refuses is skipped; without a gateway,
// connections wait. The duration of connections and their content are limited by the gateway.
const [port, target = ""] = process.argv.slice(2);
const [host = "", targetPort] = target.split(":");
const lookupEveryMs = 200;
const connectTimeoutMs = 1_000;
const longestWaitMs = 10_000;
const mostConnections = 10_000;
const connections = new Map<string, number>();
let addresses = await lookUp();

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => void serve(client));
server.maxConnections = mostConnections;
server.listen(Number(port), "0.0.0.0");
// Gateways close their connections when they stop, and this process exits after the last one.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => server.close());
void keepLookingUp();

async function serve(client: Socket): Promise<void> {
  // Either side may disconnect at any time; the other side's connection is then closed.
  client.on("error", () => client.destroy());
  const found = await findGateway(client);
  if (found === undefined) return void client.destroy();
  const { address, gateway } = found;
  connections.set(address, connectionsTo(address) + 1);
  gateway.write(proxyHeader(client));
  await Promise.allSettled([pipeline(client, gateway), pipeline(gateway, client)]);
  connections.set(address, connectionsTo(address) - 1);
  if (connectionsTo(address) === 0) connections.delete(address);
}

// PROXY protocol, version 1. The port is open only for IPv4; the address of a disconnected client is unknown.
function proxyHeader({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  if (remoteAddress === undefined) return "PROXY UNKNOWN\r\n";
  return `PROXY TCP4 ${remoteAddress} ${localAddress} ${remotePort} ${localPort}\r\n`;
}

async function findGateway(client: Socket): Promise<{ address: string; gateway: Socket } | undefined> {
  const deadlineMs = performance.now() + longestWaitMs;
  while (!client.destroyed && performance.now() < deadlineMs) {
    for (const address of addresses.toSorted((one, other) => connectionsTo(one) - connectionsTo(other))) {
      const gateway = await connectTo(address);
      if (gateway !== undefined) return { address, gateway };
    }
    await delay(lookupEveryMs);
  }
  return undefined;
}

async function connectTo(address: string): Promise<Socket | undefined> {
  const gateway = connect({ host: address, port: Number(targetPort), allowHalfOpen: true, noDelay: true });
  gateway.on("error", () => gateway.destroy());
  try {
    await once(gateway, "connect", { signal: AbortSignal.timeout(connectTimeoutMs) });
    return gateway;
  } catch {
    gateway.destroy();
    return undefined;
  }
}

async function keepLookingUp(): Promise<void> {
  for (;;) {
    await delay(lookupEveryMs, undefined, { ref: false });
    addresses = await lookUp();
  }
}

// A name that temporarily does not exist has no addresses.
async function lookUp(): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function connectionsTo(address: string): number {
  return connections.get(address) ?? 0;
}
