import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Testcontainers = typeof import("testcontainers");

/**
 * Starts a container with testcontainers, or prints one loud line about why there is none and what takes its place. Undefined, without a
 * line, when no Docker engine responds.
 */
export async function containerOr<Started>(
  what: string,
  image: string,
  start: (testcontainers: Testcontainers) => Promise<Started>,
): Promise<Started | undefined> {
  if (!mayAnswer()) return undefined;
  // Loaded only then: it is as much code as the rest of a test run.
  const testcontainers = await import("testcontainers");
  try {
    return await start(testcontainers);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    console.error(`\nNO CONTAINER OF ${image}: ${why}. The tests go on with ${what}.\n`);
    return undefined;
  }
}

// Where testcontainers looks for an engine.
function mayAnswer(): boolean {
  if (process.env.DOCKER_HOST || existsSync(join(homedir(), ".testcontainers.properties"))) return true;
  const sockets = [join(homedir(), ".docker/run"), join(homedir(), ".docker/desktop"), process.env.XDG_RUNTIME_DIR, "/var/run"];
  return sockets.some((folder) => folder !== undefined && existsSync(join(folder, "docker.sock")));
}
