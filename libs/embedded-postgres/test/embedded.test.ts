import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, it, vi } from "vitest";
import { EmbeddedPostgresError } from "../src/index.ts";
import { query, useScratch } from "./embedded-scratch.ts";

const scratch = useScratch();
const { start } = scratch;

describe("a running server", () => {
  it("sorts text by bytes, knows upper and lower case beyond ASCII and counts time in UTC", async () => {
    const server = await start("main");
    const url = await server.createDatabase("texts");

    const [row] = await query(
      url,
      `select (select string_agg(t, '' order by t) from unnest(array['a','B','é','z','😀']) t) as sorted, lower('ÄÖ') as lower,
              current_setting('server_encoding') as encoding, current_setting('timezone') as zone`,
    );

    expect(row).toEqual({ sorted: "Bazé😀", lower: "äö", encoding: "UTF8", zone: "UTC" });
  });

  it("is Postgres 18 with room for 200 connections, durable unless asked otherwise", async () => {
    const settings = `select string_agg(current_setting(s), ' ') as is
      from unnest(array['max_connections','shared_buffers','fsync','synchronous_commit','full_page_writes','work_mem']) s`;

    const durable = await query((await start("durable", { durable: true })).url, settings);
    const volatile = await query((await start("main", { settings: { work_mem: "5MB" } })).url, settings);

    expect(durable).toEqual([{ is: "200 64MB on on on 4MB" }]);
    expect(volatile).toEqual([{ is: "200 64MB off on off 5MB" }]);
  });

  it("admits only with the generated password, which nobody else can read", async () => {
    const server = await start("main");
    const passwordFile = `${server.dataDir}.password`;

    const wrong = query(server.url.replace(/postgres:[^@]+@/, "postgres:guess@"), "select 1");

    await expect(wrong).rejects.toMatchObject({ code: "28P01" });
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
    expect(server.url).toContain(await readFile(passwordFile, "utf8"));
    expect(await query(server.url, "select rolpassword from pg_authid where rolname = 'postgres'")).toEqual([
      { rolpassword: expect.stringMatching(/^SCRAM-SHA-256/) },
    ]);
  });

  it("is reachable only through 127.0.0.1", async () => {
    const server = await start("main");

    const [reach] = await query(
      server.url,
      "select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets",
    );

    expect(reach).toEqual({ addresses: "127.0.0.1", sockets: "" });
    await expect(query(server.url.replace("127.0.0.1", "127.0.0.2"), "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("creates databases from a template, keeps an existing one, and refuses to return it as a copy", async () => {
    const server = await start("main");
    const template = await server.createDatabase("template");
    await query(template, "create table if not exists colour (name text)", "insert into colour values ('red')");

    const copy = await server.createDatabase('copy "of" it', "template");
    const again = await server.createDatabase("template");

    expect(await query(copy, "select name from colour")).toEqual([{ name: "red" }]);
    expect(await query(again, "select name from colour")).toEqual([{ name: "red" }]);
    await expect(server.createDatabase("template", "postgres")).rejects.toMatchObject({ code: "42P04" });
  });
});

describe("stopping and starting", () => {
  it("stop ends open transactions and the process, and may be called twice", async () => {
    const server = await start("main");
    const client = new Client(server.url);
    client.on("error", () => undefined);
    await client.connect();
    await client.query("begin");

    await Promise.all([server.stop(), server.stop()]);

    await expect(query(server.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(await readdir(server.dataDir)).not.toContain("postmaster.pid");
  });

  it("a second start finds the data and the password of the first", async () => {
    const first = await start("resumed", { durable: true });
    await query(await first.createDatabase("kept"), "create table kept (it int)", "insert into kept values (1)");
    await first.stop();

    const second = await start("resumed", { durable: true });

    expect(await query(await second.createDatabase("kept"), "select it from kept")).toEqual([{ it: 1 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it("a folder cannot have two owners in one process either", async () => {
    const server = await start("main");

    const second = start("main");

    await expect(second).rejects.toThrow(`Another Parley process (pid ${process.pid}) uses the data folder ${server.dataDir}.`);
    await expect(second).rejects.toBeInstanceOf(EmbeddedPostgresError);
    expect(await query(server.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  it("of many starts on a new folder at once exactly one owns it", async () => {
    const outcomes = await Promise.allSettled([start("contested"), start("contested"), start("contested")]);

    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const lost = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(won).toHaveLength(1);
    for (const { reason } of lost) expect(reason).toMatchObject({ message: expect.stringMatching(/^Another Parley process/) });
    expect((await readdir(scratch.folder)).filter((entry) => entry.includes("unfinished"))).toEqual([]);
  });

  it("the owner stays the owner when a crashed backend makes Postgres drop every connection", async () => {
    const server = await start("main");
    const owners = "select count(*)::int as owners from pg_stat_activity where application_name like 'parley owner %'";
    const [before] = await query(server.url, "select pid from pg_stat_activity where application_name like 'parley owner %'");

    process.kill(Number(before?.pid), "SIGKILL");

    await vi.waitFor(async () => expect(await query(server.url, owners)).toEqual([{ owners: 1 }]), { timeout: 20_000 });
    await expect(start("main")).rejects.toThrow(/^Another Parley process/);
  });

  it.each(["", `${process.pid}\n/somewhere\n1\n5432\n\n127.0.0.1\n\nready\n`])("a stale pid file (%j) is no obstacle", async (content) => {
    const first = await start("stale");
    await first.stop();
    await writeFile(join(first.dataDir, "postmaster.pid"), content);

    const second = await start("stale");

    expect(await query(second.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });
});
