import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

/**
 * Starts a program that starts a child in its own group, and waits. The returned function ends the program, and returns its exit code when
 * both have ended.
 */
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
    // When the output has no open handle left.
    const closed = once(program, "close");
    program.kill(signal);
    return (await closed)[0] as number | null;
  };
}

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const)("the children of a program end with it at %s", async (signal, code) => {
  const end = await started();

  expect(await end(signal)).toBe(code);
});

test("a program that handles a signal exits in its own time, and its children end then", async () => {
  const end = await started(`process.on("SIGTERM", () => setTimeout(() => process.exit(7), 50));`);

  expect(await end("SIGTERM")).toBe(7);
});
