import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Program } from "./program.ts";

const ready = `console.log('{"msg":"ready","url":"http://127.0.0.1:9"}'); setInterval(() => undefined, 1_000);`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-program-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function programOf(name: string, text: string, onCrash?: (how: string, wasReady: boolean) => void): Promise<Program> {
  const script = join(folder, `${name}.mjs`);
  await writeFile(script, text);
  const program = new Program({ name, script, environment: {}, output: join(folder, `${name}.log`), ...(onCrash && { onCrash }) });
  onTestFinished(() => program.end("SIGKILL"));
  return program;
}

test("a program is ready when its output says so, with its ports", async () => {
  const program = await programOf("sound", ready);

  program.start();
  await program.ready();

  expect(program.url).toBe("http://127.0.0.1:9");
  expect(program.readyMs).toBeGreaterThan(0);
});

test("a program that ends before it is ready fails with what it wrote", async () => {
  const program = await programOf("broken", 'console.log("no database"); process.exit(3);');

  program.start();

  await expect(program.ready()).rejects.toThrow("broken ended before it was ready. It wrote:\nno database");
});

test("a program that ends by itself is started again, and the listener learns whether it had been ready", async () => {
  const heard: string[] = [];
  const program = await programOf("crashing", ready, (how, wasReady) => heard.push(`${how}, ready ${wasReady}`));
  program.start();
  await program.ready();
  const before = program.pid;

  process.kill(before, "SIGKILL");
  await until(() => program.pid !== before);
  await program.ready();

  expect(heard).toEqual(["by SIGKILL, ready true"]);
});

test("a program that was ended stays ended, and one without a listener is not started again", async () => {
  const heard: string[] = [];
  const [ended, unwatched] = [await programOf("ended", ready, (how) => heard.push(how)), await programOf("unwatched", ready)];
  for (const program of [ended, unwatched]) {
    program.start();
    await program.ready();
  }

  await ended.end("SIGTERM");
  process.kill(unwatched.pid, "SIGKILL");
  await until(() => unwatched.hasEnded);

  expect([ended.hasEnded, heard]).toEqual([true, []]);
  await expect(unwatched.ready()).rejects.toThrow("unwatched ended before it was ready.");
});
