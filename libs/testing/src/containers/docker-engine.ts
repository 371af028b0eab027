import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Testcontainers = typeof import("testcontainers");

let isSaid = false;

/**
 * Starts a container of the image with testcontainers. Undefined when there is no Docker engine or the container does not start: one loud
 * line of the run then gives the reason, the replacement, and how to get containers.
 */
export async function containerOf<Started>(
  image: string,
  start: (testcontainers: Testcontainers) => Promise<Started>,
  hasEngine: () => boolean = mayAnswer,
): Promise<Started | undefined> {
  if (!hasEngine()) return goOnWithout("there is neither DOCKER_HOST nor the socket of a Docker engine");
  // Loaded only when needed: it is as much code as the rest of a test run.
  const testcontainers = await import("testcontainers");
  try {
    return await start(testcontainers);
  } catch (error) {
    return goOnWithout(`${image} did not start: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`);
  }
}

function goOnWithout(why: string): undefined {
  if (isSaid) return;
  isSaid = true;
  console.error(
    `\nNO TESTCONTAINERS: ${why}. The tests go on with the Postgres that npm brings along, and with Kafka from its jars where Java is. Start Docker, or set DOCKER_HOST, to run them on the images (PARLEY_TEST_POSTGRES_IMAGE, PARLEY_TEST_KAFKA_IMAGE).\n`,
  );
}

// The places where testcontainers looks for an engine.
function mayAnswer(): boolean {
  if (process.env.DOCKER_HOST || existsSync(join(homedir(), ".testcontainers.properties"))) return true;
  const sockets = [join(homedir(), ".docker/run"), join(homedir(), ".docker/desktop"), process.env.XDG_RUNTIME_DIR, "/var/run"];
  return sockets.some((folder) => folder !== undefined && existsSync(join(folder, "docker.sock")));
}
