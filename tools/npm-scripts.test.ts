import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { workspaceRoot } from "./workspace-root.ts";

const lasting = ["start", "start:services", "dev", "webhook:listen", "mail:listen", "citus"];

test("a signal to npm ends the program that npm runs", { timeout: 30_000 }, async () => {
  const npm = spawn("npm", ["run", "--silent", "webhook:listen", "--", "--port", "0", "--secret", "whsec_AAAA"], {
    cwd: workspaceRoot,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-Number(npm.pid), "SIGKILL");
    } catch (error) {
      // No process of the group is left.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  });
  await once(createInterface({ input: npm.stdout }), "line");

  const closed = once(npm, "close");
  npm.kill("SIGTERM");

  // A program that went on would keep the output open.
  await closed;
});

test("every program that runs until a signal takes the place of the shell between it and npm", () => {
  const { scripts } = JSON.parse(readFileSync(join(workspaceRoot, "package.json"), "utf8")) as { scripts: Record<string, string> };

  expect(lasting.filter((name) => !scripts[name]?.startsWith("exec node "))).toEqual([]);
});
