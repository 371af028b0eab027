import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { declaredStatements, migrate } from "@parley/database";
import { runWithContext } from "@parley/kernel";
import { querySql, startProcess, unscopedAccess, until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { bodies, count, newShape, startBoth } from "./parley.ts";
import { receiverModule, receiverTables, save, secondReceiver, senderModule } from "./texts.ts";

test("a process of one module refuses to start without Kafka, reports all other problems as well, and opens nothing", async () => {
  const nowhere = "postgres://nobody@127.0.0.1:1/none";

  const started = startProcess([senderModule()], {
    PARLEY_DATABASE_URL: nowhere,
    PARLEY_EMBEDDED_BUS: "false",
    PARLEY_KAFKA_SASL_MECHANISM: "plain",
  });

  await expect(started).rejects.toThrow(/PARLEY_KAFKA_BROKERS is required by a service that runs in its own process/);
  await expect(started).rejects.toThrow("PARLEY_KAFKA_SASL_MECHANISM needs PARLEY_KAFKA_USERNAME and PARLEY_KAFKA_PASSWORD.");
});

test("a process whose database cannot be reached ends with one sentence that names it", async () => {
  const started = startProcess([senderModule()], {
    PARLEY_DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none",
    PARLEY_DATABASE_START_TIMEOUT_MS: "500",
  });

  await expect(started).rejects.toThrow("The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).");
});

test("every statement names the API key or says why it need not", async () => {
  const shape = await newShape({});
  await startBoth(shape, {}, [receiverModule({ store: secondReceiver })]);

  expect(await unscopedAccess(shape.databaseUrl, declaredStatements())).toEqual([]);
});

test("metrics of the outbox, events, dead letters and lag are on the ops port", async () => {
  const shape = await newShape({});
  const { process, database } = await startBoth(shape);
  await save(database, "note", "text");
  await until(async () => (await bodies(shape)).length === 1);
  await until(async () => (await count(shape, "sender.outbox")) === 0);

  const scrape = async () =>
    (await fetch(`http://127.0.0.1:${process.process.opsPort}/metrics`, { headers: { connection: "close" } })).text();
  // Depths are sampled now and then, not at each scrape: the first sample may still be running.
  await until(async () => /parley_outbox_rows\{.*parley_dead_letters\{/s.test(await scrape()));
  const metrics = await scrape();

  expect(metrics).toContain('parley_outbox_published_total{schema="sender"} 1');
  expect(metrics).toContain('parley_events_total{group="receiver",topic="texts.v1",outcome="handled"} 1');
  expect(metrics).toMatch(/parley_outbox_rows\{schema="sender"\} \d/);
  expect(metrics).toMatch(/parley_outbox_oldest_seconds\{schema="sender"\} \d/);
  expect(metrics).toMatch(/parley_dead_letters\{schema="receiver"\} 0/);
  expect(metrics).toContain("parley_consumer_lag");
});

test("inbox rows are removed once no repeated event can need them", async () => {
  const shape = await newShape({ PARLEY_INBOX_RETENTION_HOURS: "24" });
  await migrate({ url: shape.databaseUrl, schema: "receiver", migrations: [receiverTables] });
  await querySql(
    shape.databaseUrl,
    `insert into receiver.inbox select 'receiver', gen_random_uuid(), clock_timestamp() - interval '25 hours' from generate_series(1, 2500)
     union all select 'recent', gen_random_uuid(), clock_timestamp() - interval '23 hours'`,
  );

  await startBoth(shape);

  await until(async () => (await count(shape, "receiver.inbox")) === 1);
  expect(await querySql(shape.databaseUrl, "select consumer_group from receiver.inbox")).toEqual([{ consumer_group: "recent" }]);
});

test("only old rows are removed from an inbox that is partitioned by time", async () => {
  const shape = await newShape({ PARLEY_INBOX_RETENTION_HOURS: "24" });
  await migrate({ url: shape.databaseUrl, schema: "receiver", migrations: [receiverTables] });
  await querySql(
    shape.databaseUrl,
    `alter table receiver.inbox rename to inbox_whole;
     create table receiver.inbox (like receiver.inbox_whole including defaults, primary key (consumer_group, event_id)) partition by range (event_id);
     create index on receiver.inbox (handled_at);
     create table receiver.inbox_old partition of receiver.inbox for values from (minvalue) to ('80000000-0000-0000-0000-000000000000');
     create table receiver.inbox_new partition of receiver.inbox for values from ('80000000-0000-0000-0000-000000000000') to (maxvalue);
     insert into receiver.inbox
       select 'old', ('0' || substr(gen_random_uuid()::text, 2))::uuid, clock_timestamp() - interval '25 hours' from generate_series(1, 2500);
     insert into receiver.inbox
       select 'recent', ('f' || substr(gen_random_uuid()::text, 2))::uuid, clock_timestamp() from generate_series(1, 2500)`,
  );

  await startBoth(shape);

  await until(async () => (await count(shape, "receiver.inbox_old")) === 0);
  expect(await count(shape, "receiver.inbox_new")).toBe(2_500);
});

test("work after the commit sees the effect of the event, and is not done for a failed attempt", async () => {
  const shape = await newShape({});
  const found: Promise<string[]>[] = [];
  let attempts = 0;
  const { database } = await startBoth(shape, {
    before: () => {
      attempts++;
      if (attempts === 1) throw new Error("The first attempt fails.");
    },
    afterCommit: () => void found.push(bodies(shape)),
  });

  await save(database, "note", "text");
  await until(async () => (await count(shape, "sender.outbox")) === 0);

  expect(attempts).toBe(2);
  expect(await Promise.all(found)).toEqual([["text"]]);
});

test("the handling of an event belongs to the trace of the request that caused it", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  onTestFinished(async () => {
    context.disable();
    propagation.disable();
    trace.disable();
    await provider.shutdown();
  });
  const shape = await newShape({});
  const { database } = await startBoth(shape);

  const request = provider.getTracer("test").startSpan("request");
  const call = { requestId: "r", deadlineMs: performance.now() + 10_000, signal: new AbortController().signal, traced: true };
  await context.with(trace.setSpan(ROOT_CONTEXT, request), () => runWithContext(call, () => save(database, "note", "text")));
  request.end();

  await until(() => exporter.getFinishedSpans().some(({ name }) => name === "process texts.v1"));
  const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === request.spanContext().traceId);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(["sender.save_note", "receiver.insert_effect", "process texts.v1"]));
});
