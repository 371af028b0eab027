import { randomText } from "@parley/kernel";
import { containerOf } from "./docker-engine.ts";

const port = 5432;
/** Of the tests' server: each worker may run several installations at once, each of which has a pool for every service. */
export const maxConnections = "400";

// Like the embedded server of the tests: no flushing, because the data are deleted with the run.
const settings = { max_connections: maxConnections, fsync: "off", full_page_writes: "off", timezone: "UTC" };

interface PostgresContainer {
  /** Superuser URL. */
  readonly url: string;
  remove(): Promise<void>;
}

/**
 * Starts Postgres from an image (`PARLEY_TEST_POSTGRES_IMAGE`, the official one of this major version by default). Undefined when there is
 * no Docker engine or the image is not available.
 */
export function startPostgresContainer(version: string): Promise<PostgresContainer | undefined> {
  const image = process.env.PARLEY_TEST_POSTGRES_IMAGE || `postgres:${version}`;
  return containerOf(image, async ({ GenericContainer, Wait }) => {
    const password = randomText(24);
    const container = await new GenericContainer(image)
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]))
      .withExposedPorts(port)
      // The image's first server only initialises the data.
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
      .start();
    return {
      url: `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(port)}/postgres`,
      remove: async () => void (await container.stop()),
    };
  });
}
