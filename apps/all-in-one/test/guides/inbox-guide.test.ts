import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { fencesOf } from "./fences.ts";
import { runtimes } from "./programs.ts";

let parley: Parley;
let folder: string;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  folder = await mkdtemp(join(tmpdir(), "parley-inbox-guide-"));
});

afterAll(async () => {
  await parley?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the customers' program creates an inbox entry by a comment, and reads it", { timeout: 60_000 }, async () => {
  const environment = { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl };
  const { apiKey, authToken } = await seedDemo(folder, parley.url, environment);
  const fence = (await fencesOf("libs/customers.md")).find(({ language, tag }) => language === "js" && tag === "inbox");
  const [, , start] = runtimes[0] ?? [];

  const program = start?.(fence?.body ?? "", folder, {
    PARLEY_BASE_URL: parley.url,
    PARLEY_API_KEY: apiKey,
    PARLEY_AUTH_TOKEN: authToken,
  });
  if (program === undefined || typeof program === "string") throw new Error(`The program does not run: ${program}.`);
  const printed = Promise.all([text(program.stdout ?? Readable.from([])), text(program.stderr ?? Readable.from([]))]);
  const [code] = await once(program, "close");

  expect([code, ...(await printed)]).toEqual([0, "Alice Adams mentioned you: Is this right, @Bob?\n", ""]);
});
