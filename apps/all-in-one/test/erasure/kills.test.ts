import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const command = resolve(import.meta.dirname, "../../../../tools/erasure/erasure-proof.ts");

// The same command is used by hand for a proof with a million rows.
test("an erasure whose process is killed at each commit point and at random times, during other writes, removes all data of the user and none of others", async () => {
  const parameters = ["--rows", "10000", "--every-failpoint", "--kills", "2", "--kill-every-ms", "700", "--seed", "7"];

  const { code, output } = await run([command, "--bundled", ...parameters]);

  expect(output).toMatch(/^ok /);
  expect(code, output).toBe(0);
}, 300_000);

async function run(parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((ended) => child.once("close", ended));
  return { code, output };
}
