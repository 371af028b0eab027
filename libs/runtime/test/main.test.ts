import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort, testEnvironment, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("%s ends a program that is not ready yet, at once", async (signal, code) => {
  const child = run([]);
  await linesOf(child, "stderr", (line) => line === "mounted");

  child.kill(signal);

  expect(await once(child, "exit")).toEqual([code, null]);
});

test("a stalled reader of the log stops no request, lines beyond the buffer are counted, and the log goes on when it is read", async () => {
  const port = await freePort();
  const child = run([], { CHILD_LINES: "40000", PARLEY_OPS_PORT: String(port), PARLEY_LOG_LEVEL: "info" });
  await linesOf(child, "stderr", (line) => line === "mounted");

  // Nothing has been read so far.
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" }, signal: AbortSignal.timeout(20_000) });
  await answer.text();
  const read: { msg: string; lines?: number }[] = [];
  // First the contents of the pipe and the buffer, then the line about the dropped ones.
  await linesOf(child, "stdout", (line) => {
    read.push(JSON.parse(line));
    return read.at(-1)?.msg.startsWith("Log lines were dropped") === true;
  });

  const dropped = read.at(-1)?.lines ?? 0;
  expect(dropped).toBeGreaterThan(1_000);
  expect(read.filter(({ msg }) => msg === "a line").length + dropped).toBeGreaterThanOrEqual(40_000);
});

test("a program that crashes has written its last lines", async () => {
  const child = run([], { CHILD_LINES: "100", CHILD_CRASH: "1", PARLEY_LOG_LEVEL: "info" });
  let lines = 0;
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => (lines += line.includes('"a line"') ? 1 : 0));

  const [code] = await once(child, "close");

  expect(code).not.toBe(0);
  expect(lines).toBe(100);
});

function run(parameters: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [`${import.meta.dirname}/main-child.ts`, ...parameters], {
    env: { ...process.env, ...testEnvironment("postgres://unused"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await until(() => child.exitCode !== null || child.signalCode !== null);
  });
  return child;
}

async function linesOf(child: ChildProcess, output: "stdout" | "stderr", isLast: (line: string) => boolean): Promise<void> {
  const input = child[output];
  if (input === null) throw new Error("The child has no pipe.");
  const lines = createInterface({ input });
  for await (const line of lines) {
    if (isLast(line)) return;
  }
  throw new Error("The child ended.");
}
