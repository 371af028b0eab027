import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

/** A program that starts a child in a group of its own, and waits; the function that is returned ends it, and returns its code when both have ended. */
async function started(more = ""): Promise<(signal: NodeJS.Signals) => Promise<number | null>> {
  const script = `
    import { spawn } from "node:child_process";
    import { endWithUs } from ${JSON.stringify(new URL("end-with-us.ts", import.meta.url).href)};
    const forever = "setInterval(() => undefined, 1000)";
    const child = spawn(process.execPath, ["-e", forever], { detached: true, stdio: ["ignore", "inherit", "ignore"] });
    endWithUs(() => child.kill("SIGKILL"));
    ${more}
    console.log("ready");
    eval(forever);`;
  const program = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(createInterface({ input: program.stdout }), "line");
  return async (signal) => {
    // When nobody has its output open any more.
    const closed = once(program, "close");
    program.kill(signal);
    return (await closed)[0] as number | null;
  };
}

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const)("what a program started ends with it at %s", async (signal, code) => {
  const end = await started();

  expect(await end(signal)).toBe(code);
});

test("a program that handles a signal by itself exits when it wants to, and what it started ends then", async () => {
  const end = await started(`process.on("SIGTERM", () => setTimeout(() => process.exit(7), 50));`);

  expect(await end("SIGTERM")).toBe(7);
});
