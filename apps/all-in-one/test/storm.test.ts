import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

// The short form of `npm run storm`. The long form is for people, with any seeds and duration.
const program = resolve(import.meta.dirname, "../../../tools/storm/storm.ts");
const withoutKafka = 2;

test("exactly the acknowledged data exists, once, after processes, Kafka and Postgres were killed and suspended", async (context) => {
  const child = spawn(process.execPath, [program, "--seconds", "12", "--seed", "1", "--single", "--no-build"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const [code] = await once(child, "exit");

  if (code === withoutKafka) {
    console.error(`\nTHE STORM IS SKIPPED: ${output.trim()}\n`);
    context.skip();
  }
  expect(output).toContain("lost 0, phantom 0, doubled 0");
  expect(code, output).toBe(0);
}, 180_000);
