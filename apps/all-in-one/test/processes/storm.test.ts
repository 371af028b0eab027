import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

// The short form of `npm run storm`. The long form is for people, with any seeds and duration.
const program = resolve(import.meta.dirname, "../../../../tools/storm/storm.ts");
// Kafka, or the wanted Citus.
const isMissing = 2;

test.for([
  { struck: "processes, Kafka and Postgres", options: ["--single"] },
  {
    struck: "the servers of a Citus cluster",
    options: ["--single", "--citus", "--targets", "postgres,postgres-worker-1,postgres-worker-2"],
  },
])(
  "exactly the acknowledged data exists, once, after $struck were killed and suspended",
  { timeout: 180_000 },
  async ({ options }, { skip }) => {
    const child = spawn(process.execPath, [program, "--seconds", "12", "--seed", "1", "--no-build", ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGTERM"));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

    const [code] = await once(child, "exit");

    if (code === isMissing) {
      console.error(`\nTHE STORM IS SKIPPED: ${output.trim()}\n`);
      skip();
    }
    expect(output).toContain("lost 0, phantom 0, doubled 0");
    expect(code, output).toBe(0);
  },
);
