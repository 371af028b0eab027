import { databaseSettings } from "@parley/database";
import { Failure } from "@parley/kernel";
import { readConfig } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { expect, test } from "vitest";
import { deadLetterCommands } from "../src/index.ts";
import { bodies, count, newShape, type Shape, startBoth } from "./parley.ts";
import { receiver, save } from "./texts.ts";

async function withOneDeadLetter() {
  const shape = await newShape({});
  const world = { broken: true, attempts: 0 };
  const { process, database } = await startBoth(shape, {
    before: ({ value }) => {
      world.attempts++;
      if (world.broken) throw new Failure("not_found", `Attempt ${world.attempts}: there is no ${value}.`, { reason: "missing" });
    },
  });
  await save(database, "note", "document", "pk_dead");
  await until(async () => (await count(shape, "receiver.dead_letters")) === 1);
  return { shape, world, ask: (path: string, body?: unknown) => ask(process.process.opsPort, path, body) };
}

async function ask(port: number, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { connection: "close", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const commandConfig = ({ databaseUrl }: Shape) => readConfig(databaseSettings("RECEIVER"), { PARLEY_DATABASE_URL: databaseUrl }, []);

test("operators list and inspect dead letters on the ops port", async () => {
  const { ask } = await withOneDeadLetter();

  const { body } = await ask("/dead-letters?schema=receiver");
  const [letter] = (body.deadLetters as { receiver: { deadLetterId: number }[] }).receiver;
  const inspected = await ask(`/dead-letters/inspect?schema=receiver&id=${letter?.deadLetterId}`);

  expect(letter).toMatchObject({
    source: "consumer",
    topic: "texts.v1",
    apiKeyId: "pk_dead",
    reason: "missing",
    error: "Attempt 1: there is no document.",
  });
  expect(Buffer.from(String(inspected.body.payload), "base64").toString()).toContain("document");
});

test("a dead letter that is redriven takes effect once and is gone; one that fails again stays with its new error", async () => {
  const { shape, world, ask } = await withOneDeadLetter();

  const first = await ask("/dead-letters/redrive", { schema: "receiver", ids: "all" });
  await until(async () => {
    const { receiver: letters } = (await ask("/dead-letters?schema=receiver")).body.deadLetters as { receiver: { error: string }[] };
    return letters[0]?.error === "Attempt 2: there is no document.";
  });
  world.broken = false;
  await ask("/dead-letters/redrive", { schema: "receiver", ids: "all" });
  await until(async () => (await count(shape, "receiver.dead_letters")) === 0);

  expect(first.body).toEqual({ marked: 1 });
  expect(await bodies(shape)).toEqual(["document"]);
});

test("the command lets the running service try dead letters again", async () => {
  const { shape, world } = await withOneDeadLetter();
  const commands = deadLetterCommands(databaseSettings("RECEIVER"), receiver);

  const listed = await commands["dead-letters"].run(commandConfig(shape) as never);
  world.broken = false;
  const said = await commands["redrive-dead-letters"].run(commandConfig(shape) as never);

  expect(listed).toMatch(/texts\.v1 {2}pk_dead {2}missing {2}Attempt 1: there is no document\./);
  expect(said).toBe("1 dead letters of receiver will be retried by its service.");
  await until(async () => (await bodies(shape)).length === 1);
});

test("dead letters are discarded one by one, never all at once", async () => {
  const { shape, ask } = await withOneDeadLetter();

  const all = await ask("/dead-letters/discard", { schema: "receiver", ids: "all" });
  const unknown = await ask("/dead-letters/discard", { schema: "nowhere", ids: [1] });
  const one = await ask("/dead-letters/discard", { schema: "receiver", ids: [1] });

  expect([all.status, unknown.status]).toEqual([400, 400]);
  expect(one.body).toEqual({ discarded: 1 });
  expect(await count(shape, "receiver.dead_letters")).toBe(0);
});

test("a dead letter keeps the time of its event, and is removed after its retention", async () => {
  const { shape } = await withOneDeadLetter();
  const [letter] = await querySql<{ fits: boolean }>(
    shape.databaseUrl,
    "select event_time_ms between created_at_ms - 60000 and created_at_ms as fits from receiver.dead_letters",
  );
  await querySql(shape.databaseUrl, "update receiver.dead_letters set created_at_ms = created_at_ms - 31::bigint * 24 * 3600000");

  await startBoth(shape);

  await until(async () => (await count(shape, "receiver.dead_letters")) === 0, 20_000);
  expect(letter?.fits).toBe(true);
});
