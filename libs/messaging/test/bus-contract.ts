import { Failure } from "@parley/kernel";
import { querySql, until } from "@parley/testing";
import { describe, expect, test } from "vitest";
import { maxEventBytes } from "../src/index.ts";
import { bodies, count, effects, newShape, startBoth } from "./parley.ts";
import { hearingModule, receiverModule, save, saveExisting, secondReceiver } from "./texts.ts";

/** The guarantees of every bus as services see them: from a committed change to a committed effect. */
export function busContract(name: string, newBus: () => Promise<Readonly<Record<string, string>>>): void {
  describe(`the ${name} bus`, () => {
    const shapeOf = async () => newShape(await newBus());

    test("events of one key take effect in the order of their changes", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape);
      const keys = Array.from({ length: 8 }, (_, index) => `note${index}`);

      await Promise.all(
        keys.map(async (key) => {
          for (let change = 0; change < 40; change++) await save(database, key, `${key}:${change}`);
        }),
      );

      await until(async () => (await count(shape, "receiver.effects")) >= 320, 30_000);
      const seen = await bodies(shape);
      for (const key of keys) {
        expect(seen.filter((body) => body.startsWith(`${key}:`))).toEqual(Array.from({ length: 40 }, (_, change) => `${key}:${change}`));
      }
      expect(await until(async () => (await count(shape, "sender.outbox")) === 0)).toBe(true);
    });

    test("an event that is published again after its effect does not take effect twice", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape);
      await querySql(
        shape.databaseUrl,
        `create table sender.published (like sender.outbox);
         create function sender.remember() returns trigger language plpgsql security definer as
           $$ begin insert into sender.published select new.*; return new; end $$;
         create trigger remember after insert on sender.outbox for each row execute function sender.remember();`,
      );
      await save(database, "note", "first");
      await until(async () => (await count(shape, "receiver.effects")) === 1);

      await querySql(
        shape.databaseUrl,
        `insert into sender.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
         select lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload from sender.published`,
      );
      await save(database, "note", "second");

      await until(async () => (await bodies(shape)).includes("second"));
      expect(await bodies(shape)).toEqual(["first", "second"]);
    });

    test("a change that is rolled back publishes no event", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape);

      const undone = database.transaction(async (tx) => {
        await save(tx, "note", "undone");
        throw new Failure("aborted", "No.");
      });
      await expect(undone).rejects.toThrow("No.");
      await save(database, "note", "done");

      await until(async () => (await bodies(shape)).length > 0);
      expect(await bodies(shape)).toEqual(["done"]);
    });

    test("a batch publishes events for the rows that it changed, and no others", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape);
      for (const note of ["a", "b", "c"]) await save(database, note, "new");

      await saveExisting(database, ["a", "unknown", "c"], "changed");

      await until(async () => (await count(shape, "receiver.effects")) >= 5, 20_000);
      await until(async () => (await count(shape, "sender.outbox")) === 0);
      expect((await bodies(shape)).sort()).toEqual(["a: changed", "c: changed", "new", "new", "new"]);
    });

    test("each group gets every event", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape, {}, [receiverModule({ store: secondReceiver })]);

      for (let change = 0; change < 20; change++) await save(database, `note${change}`, `${change}`);

      for (const schema of ["receiver", "second_receiver"]) {
        await until(async () => (await count(shape, `${schema}.effects`)) >= 20, 20_000);
        expect((await bodies(shape, schema)).sort()).toEqual(Array.from({ length: 20 }, (_, change) => `${change}`).sort());
      }
    });

    test("processes that come and go share a group's events, each of which takes effect once and in order", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape, { process: "first" });
      let writing = true;
      const written = [0, 0, 0, 0];

      const writers = written.map(async (_, key) => {
        while (writing) {
          const change = written[key] ?? 0;
          await save(database, `note${key}`, `${key}:${change}`);
          written[key] = change + 1;
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      });
      const second = await startBoth(shape, { process: "second" });
      await until(async () => (await effects(shape)).some(({ process }) => process === "second"), 30_000);
      await second.process.stop();
      const before = await count(shape, "receiver.effects");
      await until(async () => (await count(shape, "receiver.effects")) > before + 50, 30_000);
      writing = false;
      await Promise.all(writers);

      const total = written.reduce((sum, changes) => sum + changes, 0);
      await until(async () => (await count(shape, "receiver.effects")) >= total, 30_000);
      const seen = await bodies(shape);
      for (const [key, changes] of written.entries()) {
        expect(seen.filter((body) => body.startsWith(`${key}:`))).toEqual(
          Array.from({ length: changes }, (_, change) => `${key}:${change}`),
        );
      }
    });

    test("a broadcast reaches every listener, and consumers receive the event as well", async () => {
      const shape = await shapeOf();
      const [one, other]: [string[], string[]] = [[], []];
      const { database } = await startBoth(shape, {}, [hearingModule(one), hearingModule(other)]);
      let sent = 0;

      // A listener that has not joined yet misses it.
      await until(async () => {
        await save(database, "note", `${sent++}`);
        return one.length > 0 && other.length > 0;
      }, 20_000);

      await until(async () => (await count(shape, "receiver.effects")) === sent, 20_000);
    });

    test("an event whose handling fails is handled again, before those of its key that follow it", async () => {
      const shape = await shapeOf();
      let failures = 3;
      const { database } = await startBoth(shape, {
        before: ({ value }) => {
          if (value === "fails" && failures-- > 0) throw new Error("Not yet.");
        },
      });

      await save(database, "note", "fails");
      await save(database, "note", "follows");

      await until(async () => (await count(shape, "receiver.effects")) >= 2, 20_000);
      expect(await bodies(shape)).toEqual(["fails", "follows"]);
    });

    test("events that arrived together take effect together, and only the one that cannot be handled becomes a dead letter", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape, {
        before: ({ value }) => {
          if (/^note1?7: 2$/.test(value)) throw new Failure("not_found", "There is no such document.", { reason: "document_not_found" });
        },
      });
      const notes = Array.from({ length: 20 }, (_, index) => `note${index}`);
      for (const note of notes) await save(database, note, "new");
      await until(async () => (await count(shape, "receiver.effects")) === 20, 20_000);

      await database.transaction(async (tx) => {
        for (let change = 0; change < 10; change++) await saveExisting(tx, notes, `${change}`);
      });

      await until(async () => (await count(shape, "receiver.effects")) === 218, 20_000);
      const letters = await querySql<{ eventKey: string }>(
        shape.databaseUrl,
        `select event_key as "eventKey" from receiver.dead_letters order by event_key`,
      );
      expect(letters.map(({ eventKey }) => eventKey)).toEqual(["pk_test/note17", "pk_test/note7"]);
      const seen = await bodies(shape);
      expect(seen.filter((body) => body.startsWith("note17:"))).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9].map((change) => `note17: ${change}`));
      const [row] = await querySql<{ transactions: number }>(
        shape.databaseUrl,
        "select count(distinct xmin::text)::int as transactions from receiver.effects where body <> 'new'",
      );
      expect(row?.transactions).toBeLessThan(100);
    });

    test("malformed events become dead letters once, and others arrive", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape, {
        before: ({ value }) => {
          if (value === "unwanted") throw new Failure("not_found", "There is no such document.", { reason: "document_not_found" });
          if (value === "bug") throw new TypeError("Cannot read properties of undefined.");
        },
      });
      const malformed = (type: string, payload: string) =>
        querySql(
          shape.databaseUrl,
          `insert into sender.outbox (lane, event_id, topic, event_key, event_type, api_key_id, subjects, trace_parent, payload)
           values (1, gen_random_uuid(), 'texts.v1', 'pk_test/note', $1, 'pk_test', '{user:u1}', '', ${payload})`,
          [type],
        );

      await malformed("google.protobuf.StringValue", "'\\xffff'");
      await malformed("google.protobuf.BytesValue", "''");
      await malformed("google.protobuf.StringValue", `convert_to(repeat('x', ${maxEventBytes + 1}), 'UTF8')`);
      await save(database, "note", "unwanted");
      await save(database, "note", "bug");
      await save(database, "note", "wanted");

      await until(async () => (await count(shape, "receiver.dead_letters")) >= 5, 60_000);
      await until(async () => (await count(shape, "sender.outbox")) === 0);
      expect(await bodies(shape)).toEqual(["wanted"]);
      const letters = await querySql<{ reason: string; subjects: string[] }>(
        shape.databaseUrl,
        "select reason, subjects from receiver.dead_letters order by reason",
      );
      expect(letters.map(({ reason }) => reason)).toEqual(["document_not_found", "failed", "oversized", "undecodable", "wrong_type"]);
      expect(letters.find(({ reason }) => reason === "oversized")?.subjects).toEqual(["user:u1"]);
    });

    test("an empty event and the largest one arrive whole", async () => {
      const shape = await shapeOf();
      const { database } = await startBoth(shape);
      const largest = "x".repeat(maxEventBytes - 4);

      await save(database, "empty", "");
      await save(database, "large", largest);
      for (let more = 0; more < 5; more++) await save(database, `large${more}`, largest);

      await until(async () => (await count(shape, "receiver.effects")) >= 7, 20_000);
      expect(new Set(await bodies(shape))).toEqual(new Set(["", largest]));
    });
  });
}
