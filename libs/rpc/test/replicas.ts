import { createRpcServer, type ServiceRegistration } from "../src/index.ts";
import { echoRegistration } from "./echo-service.ts";

/** One of several servers behind a name: all listen on the same port, each on its own address. */
export interface Replica extends Server {
  /** Calls that were answered. */
  served(): number;
}

interface Server {
  readonly address: string;
  readonly port: number;
  /** Ends it at once, like a kill. */
  stop(): Promise<void>;
}

type Handlers = Parameters<typeof echoRegistration>[0];

/** Starts servers on 127.0.0.1, 127.0.0.2, … and one free port. */
export async function startReplicas(count: number, handlersOf: (index: number) => Handlers): Promise<Replica[]> {
  for (let attempt = 1; ; attempt++) {
    const started: Replica[] = [];
    try {
      for (let index = 0; index < count; index++) {
        const { registration, reports } = echoRegistration(handlersOf(index));
        started.push({ ...(await start(index, started[0]?.port ?? 0, registration)), served: () => reports.calls.length });
      }
      return started;
    } catch (error) {
      await Promise.all(started.map((replica) => replica.stop()));
      // The port that is free on one address is in use on another.
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || attempt === 10) throw error;
    }
  }
}

async function start(index: number, port: number, registration: ServiceRegistration): Promise<Server> {
  const address = `127.0.0.${index + 1}`;
  const server = createRpcServer({ registrations: [registration], host: address, port });
  const listening = await server.listen();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.close(0);
    return stopped;
  };
  return { address, port: listening, stop };
}

/** Makes this many calls, some at a time. */
export async function callMany(count: number, call: () => Promise<unknown>, atATime = 8): Promise<void> {
  let left = count;
  const walk = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: atATime }, walk));
}

/** The part of all calls that each replica has answered since `before`. */
export function shares(all: readonly Replica[], before: readonly number[] = []): number[] {
  const counts = all.map(({ served }, index) => served() - (before[index] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}
