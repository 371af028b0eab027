import type { Database } from "@parley/database";
import { type Module, withConstants } from "@parley/runtime";
import { freshDatabase, querySql, startProcess, type TestProcess } from "@parley/testing";
import { onTestFinished } from "vitest";
import { type ReceiverOptions, receiverModule, senderModule } from "./texts.ts";

export interface Shape {
  /** Environment of every process that shares one database and one bus. */
  readonly environment: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
}

/** A separate database, and the settings that tell its processes which bus they share. */
export async function newShape(environment: Readonly<Record<string, string>>): Promise<Shape> {
  const databaseUrl = await freshDatabase();
  return {
    databaseUrl,
    environment: { ...withConstants({ outboxPollMs: 100, consumerMaxAttempts: 4 }), PARLEY_DATABASE_URL: databaseUrl, ...environment },
  };
}

/** A process of the shape with these modules; stopped when the test ends. */
async function start(shape: Shape, modules: readonly Module[]): Promise<TestProcess> {
  const running = await startProcess(modules, { ...shape.environment });
  onTestFinished(() => running.stop());
  return running;
}

/** A process with sender and receiver; returns it and the sender's database. */
export async function startBoth(
  shape: Shape,
  options: ReceiverOptions = {},
  others: readonly Module[] = [],
): Promise<{ process: TestProcess; database: Database }> {
  let database: Database | undefined;
  const modules = [
    senderModule((opened) => {
      database = opened;
    }),
    receiverModule(options),
    ...others,
  ];
  const process = await start(shape, modules);
  if (database === undefined) throw new Error("The sender did not open its database.");
  return { process, database };
}

/** A process with the sender alone; returns it and its database. */
export async function startSender(shape: Shape): Promise<{ process: TestProcess; database: Database }> {
  let database: Database | undefined;
  const process = await start(shape, [
    senderModule((opened) => {
      database = opened;
    }),
  ]);
  if (database === undefined) throw new Error("The sender did not open its database.");
  return { process, database };
}

/** The effects, in order. */
export async function effects({ databaseUrl }: Shape, schema = "receiver"): Promise<{ body: string; eventId: string; process: string }[]> {
  return querySql(databaseUrl, `select body, event_id as "eventId", process from ${schema}.effects order by position`);
}

export async function bodies(shape: Shape, schema = "receiver"): Promise<string[]> {
  return (await effects(shape, schema)).map(({ body }) => body);
}

export async function count({ databaseUrl }: Shape, table: string): Promise<number> {
  const [row] = await querySql<{ rows: number }>(databaseUrl, `select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
}
