import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { hearWarnings, nodeWarningsIn } from "./programs.ts";

test.each([
  ["setTimeout(() => undefined, -5)", "TimeoutNegativeWarning"],
  ["for (let n = 0; n < 11; n++) process.on('x', () => undefined)", "MaxListenersExceededWarning"],
  ["process.emitWarning('old', { type: 'DeprecationWarning', code: 'DEP9999' })", "DeprecationWarning"],
])("a warning of Node about %s is found, and surrounding lines are not", (script, name) => {
  const program = `console.error("ready"); ${script}; console.error("(node 24) Warning");`;
  const { stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });

  expect(nodeWarningsIn(stderr)).toEqual([expect.stringContaining(name)]);
});

test("a warning of a program that a test has started becomes one of the test's own process", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => undefined, -5)"], { stdio: ["ignore", "ignore", "pipe"] });
  // Replaces the listener that fails the file.
  const heard = process.listeners("warning");
  process.removeAllListeners("warning");
  const warned = once(process, "warning");

  hearWarnings(child);

  expect(String((await warned)[0])).toContain("TimeoutNegativeWarning");
  await once(child, "close");
  for (const listener of heard) process.on("warning", listener);
});
