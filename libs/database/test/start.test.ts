import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { randomText } from "@parley/kernel";
import { createMetrics, Health, type Host, readConfig } from "@parley/runtime";
import { freePort, freshDatabase, querySql } from "@parley/testing";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { atStart, databaseSettings, openDatabase } from "../src/index.ts";

const settings = databaseSettings("DEMO");

test("a start waits for a database that comes up within its time", async () => {
  const { url, open: listen } = await proxyTo(await freshDatabase());
  const waits = Promise.withResolvers<void>();

  const opened = open(url, {}, (line) => line.includes("Waiting for the database") && waits.resolve());
  await waits.promise;
  listen();

  await (await opened).ping();
});

test("a start waits while the server cannot read its disk", async () => {
  let refused = 0;
  const { url, open: listen } = await proxyTo(await freshDatabase(), (near) => {
    if (refused === 2) return false;
    refused++;
    near.once("data", () => near.end(fatal("58030", 'could not open file "global/pg_filenode.map": Input/output error')));
    return true;
  });
  listen();

  await (await open(url)).ping();

  expect(refused).toBe(2);
});

test("a start waits while the server has no connection left for it", async () => {
  const owner = await freshDatabase();
  const login = `login_${randomText(10).toLowerCase()}`;
  const database = new URL(owner).pathname.slice(1);
  await querySql(
    owner,
    `create role ${login} login password 'secret' connection limit 0; grant create on database ${database} to ${login}`,
  );
  const limited = Object.assign(new URL(owner), { username: login, password: "secret" });
  const waits = Promise.withResolvers<void>();

  const opened = open(limited.href, {}, (line) => line.includes("too many connections") && waits.resolve());
  await waits.promise;
  await querySql(owner, `alter role ${login} connection limit 10`);

  await (await opened).ping();
});

test("a step of the start runs once the database responds again, unless that takes longer than a start may wait", async () => {
  const owner = await freshDatabase();
  const login = `login_${randomText(10).toLowerCase()}`;
  const limit = (connections: number) => querySql(owner, `alter role ${login} connection limit ${connections}`);
  await querySql(
    owner,
    `create role ${login} login password 'secret'; grant create on database ${new URL(owner).pathname.slice(1)} to ${login}`,
  );
  const database = await open(Object.assign(new URL(owner), { username: login, password: "secret" }).href);
  await limit(0);
  const waits = Promise.withResolvers<void>();
  const log = pino({ level: "info" }, { write: (line) => line.includes("Waiting for the database") && waits.resolve() });
  const start = (databaseStartTimeoutMs: number) =>
    atStart({ log }, { databaseStartTimeoutMs }, () => database.transaction(async () => "done"));

  await expect(start(0)).rejects.toThrow("The database is not available.");
  const started = start(120_000);
  await waits.promise;
  await limit(10);

  expect(await started).toBe("done");
});

test("a start whose database stays away fails with one sentence when its time is over", async () => {
  await expect(open("postgres://nobody@127.0.0.1:1/none", { PARLEY_DATABASE_START_TIMEOUT_MS: "600" })).rejects.toThrow(
    "The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).",
  );
});

test("a database that loses acknowledged transactions in a crash is refused, unless that is accepted", async () => {
  const url = await freshDatabase();
  await querySql(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);

  await expect(open(url)).rejects.toThrow("The database of schema demo has synchronous_commit off");
  await (await open(url, { PARLEY_DATABASE_ASYNC_COMMIT: "true" })).ping();
});

async function open(url: string, environment: Record<string, string> = {}, onLine: (line: string) => unknown = () => undefined) {
  const problems: string[] = [];
  const config = readConfig(settings, { PARLEY_DATABASE_URL: url, ...environment }, problems);
  expect(problems).toEqual([]);
  const host: Partial<Host> = {
    shared: (_key, make) => make(),
    log: pino({ level: "info" }, { write: onLine }),
    metrics: createMetrics(),
    health: new Health(),
    onStop: (stop) => onTestFinished(stop),
  };
  return openDatabase(host as Host, "demo", config, []);
}

/** A proxy to the database that does not respond until it is opened; `refuses` may respond to a connection in the server's place. */
async function proxyTo(databaseUrl: string, refuses: (near: Socket) => boolean = () => false) {
  const target = new URL(databaseUrl);
  const proxy = createServer((near) => {
    if (refuses(near)) return;
    const far = connect(Number(target.port), target.hostname);
    near.on("error", () => far.destroy()).once("close", () => far.destroy());
    far.on("error", () => near.destroy()).once("close", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  const port = await freePort();
  onTestFinished(async () => {
    proxy.close();
    await once(proxy, "close");
  });
  const through = new URL(target);
  through.host = `127.0.0.1:${port}`;
  return { url: through.href, open: () => void proxy.listen(port, "127.0.0.1") };
}

/** The message of a Postgres that ends a connection before it begins (ErrorResponse of its protocol). */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
