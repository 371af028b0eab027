import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { defaultKafkaVersion, startKafkaBroker } from "./start-kafka-broker.ts";
import { startKafkaContainer } from "./start-kafka-container.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL at which test files request the broker that the whole run shares. */
    kafkaStarterUrl: string;
  }
}

interface Shared {
  readonly brokers: string;
  remove(): Promise<void>;
}

/** Global set-up: starts a broker when the first test file requests one, and ends it with the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let shared: Promise<Shared | undefined> | undefined;
  const server = createServer((_request, response) => {
    shared ??= findKafka();
    shared.then(
      (kafka) => response.end(kafka?.brokers ?? ""),
      (error: Error) => response.writeHead(503).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  project.provide("kafkaStarterUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    const kafka = await shared?.catch(() => undefined);
    await kafka?.remove();
  };
}

async function findKafka(): Promise<Shared | undefined> {
  const given = process.env.PARLEY_TEST_KAFKA_BROKERS;
  if (given) return { brokers: given, remove: async () => undefined };
  const version = process.env.PARLEY_TEST_KAFKA_VERSION || defaultKafkaVersion;
  const container = await startKafkaContainer(version);
  if (container !== undefined) return container;
  try {
    return await startKafkaBroker(version);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    // Before a release, the tests that need a broker must run.
    if (process.env.PARLEY_TEST_KAFKA === "required") throw new Error(`PARLEY_TEST_KAFKA=required, and there is no broker (${why}).`);
    console.error(
      `\nKAFKA TESTS ARE SKIPPED: no broker (${why}). Set PARLEY_TEST_KAFKA_BROKERS, or start a Docker engine (PARLEY_TEST_KAFKA_IMAGE), or install Java 17 and Maven. PARLEY_TEST_KAFKA=required makes this a failure.\n`,
    );
    return undefined;
  }
}
