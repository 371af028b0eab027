import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { consoleLink } from "../../apps/all-in-one/src/demo/console-link.ts";
import { openDemo } from "../../apps/all-in-one/src/demo/open-demo.ts";
import { startExample } from "../../apps/all-in-one/src/demo/start-example.ts";
import { explainStartFailure, prepareEnvironment } from "../../apps/all-in-one/src/prepare-environment.ts";
import { readAllInOneConfig } from "../../apps/all-in-one/src/settings.ts";
import { welcome } from "../../apps/all-in-one/src/welcome.ts";
import { bundle } from "../build/bundle.ts";
import { createTopics, mainOf } from "../installation/installation.ts";
import { Program } from "../installation/program.ts";
import { findKafka } from "./find-kafka.ts";
import { endLeftovers, noteRunning } from "./leftovers.ts";
import { placeServices } from "./place-services.ts";
import { type App, services } from "./services.ts";

// `npm run start:services [-- --no-build]`: the gateway and six services, each in its own process, with Kafka and Postgres. Ctrl-C stops
// everything.
const readyWithinMs = 60_000;
const startedMs = performance.now();
const dataDir = resolve(process.env.PARLEY_DATA_DIR || ".parley", "services");
const longestName = Math.max(...services.map(({ app }) => app.length));

/** Everything that was started; it is stopped in reverse order. */
const started: { readonly name: string; readonly stop: () => Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second signal does not wait.
    if (stopping !== undefined) process.exit(1);
    say("stopping …");
    void stop().then(() => process.exit(0));
  });
}

try {
  await start();
} catch (error) {
  // A failed start during a stop is not reported.
  if (stopping === undefined) say(explainStartFailure(error));
  await stop();
  process.exit(1);
}

async function start(): Promise<void> {
  const config = { ...readAllInOneConfig(process.env), dataDir };
  if (!process.argv.includes("--no-build")) {
    await aloud("bundling the programs", Promise.all(services.map(({ app }) => bundle(app))));
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { environment: prepared, postgres } = await aloud("preparing secrets and Postgres", prepareEnvironment(dataDir, process.env));
  if (postgres !== undefined) started.push({ name: "Postgres", stop: () => postgres.stop() });
  postgres?.onGone(() => endWithout("Postgres"));
  await endLeftovers(dataDir);
  const kafka = await aloud(
    "finding Kafka; without PARLEY_KAFKA_BROKERS the first start downloads it with Maven, which takes minutes",
    findKafka(process.env.PARLEY_KAFKA_BROKERS, join(dataDir, "kafka")),
  );
  started.push({ name: "Kafka", stop: kafka.stop });
  kafka.onGone(() => endWithout("Kafka"));

  const places = await placeServices(process.env);
  const environment = { ...prepared, ...places.environment, PARLEY_KAFKA_BROKERS: kafka.brokers, PARLEY_LOG_PRETTY: "false" };
  say(await aloud("creating topics", createTopics(mainOf("workspace"), environment)));
  say(`starting ${services.length} services …`);
  const processes: Program[] = [];
  const note = () =>
    noteRunning(dataDir, [...processes.map(marked), ...(kafka.pid === undefined ? [] : [{ pid: kafka.pid, mark: dataDir }])]);
  for (const { app } of services) processes.push(keep(app, environment, places.opsPorts.get(app) ?? 0, note));
  const end = (isOfThem: (app: string) => boolean) => async () => {
    await Promise.all(processes.filter(({ name }) => isOfThem(name)).map((process) => process.end("SIGTERM")));
  };
  started.push({ name: "services", stop: end((app) => app !== "gateway") }, { name: "gateway", stop: end((app) => app === "gateway") });
  note();
  await Promise.all(processes.map((process) => process.ready(readyWithinMs)));

  const gateway = places.gatewayUrl;
  const demo = await openDemo(config, gateway, environment);
  const opsPort = places.opsPorts.get("gateway") ?? 0;
  for (const { name, pid } of processes) say(`pid ${pid}  http://localhost:${places.opsPorts.get(name as App)}/readyz`, name);
  const console = await consoleLink(gateway, demo.shown, environment);
  const example = await startExample(config, gateway, demo.shown, environment);
  if (example !== undefined) started.push({ name: "example", stop: async () => example.stop() });
  const readyMs = performance.now() - startedMs;
  const addresses = { gateway, opsPort, rpcPorts: places.rpcPorts, console, example: example?.url };
  process.stdout.write(welcome({ ...addresses, config, demo, given: process.env, environment, readyMs }));
}

function keep(app: App, environment: NodeJS.ProcessEnv, opsPort: number, onStart: () => void): Program {
  const program = new Program({
    name: app,
    script: mainOf(app),
    environment: { ...environment, PARLEY_OPS_PORT: String(opsPort) },
    output: (line) => say(line, app),
    opsPort,
    onStart,
    onCrash: (how) => say(`ended ${how} and is started again`, app),
  });
  program.start();
  return program;
}

function marked({ name, pid }: Program) {
  return { pid, mark: mainOf(name as App) };
}

// The common dependencies of all services, which could only wait for them.
function endWithout(name: string): void {
  if (stopping !== undefined) return;
  say("exited unexpectedly; everything stops. The next start continues with the same data.", name);
  void stop().then(() => process.exit(1));
}

// The gateway first, so that no new requests arrive; the dependencies of the services last.
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const part of started.splice(0).reverse()) {
      await part.stop().catch((error: unknown) => say(`did not stop: ${error}`, part.name));
    }
    say("stopped.");
  })();
  return stopping;
}

// A first start takes minutes, so it shows its progress.
async function aloud<Result>(what: string, work: Promise<Result>): Promise<Result> {
  say(`${what} …`);
  const startedMs = performance.now();
  const timer = setInterval(() => say(`… for ${Math.round((performance.now() - startedMs) / 1_000)} s now`), 10_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function say(line: string, who = "parley"): void {
  process.stdout.write(`${who.padEnd(longestName)} | ${line}\n`);
}
