import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runCommandLine } from "@parley/runtime";
import { querySql, testEnvironment } from "@parley/testing";
import { type CitusCluster, citusForTests } from "@parley/testing/citus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { modules } from "../../../apps/all-in-one/src/modules.ts";
import { workspaceRoot } from "../../workspace-root.ts";

const run = promisify(execFile);
const passwords = { PGPASSWORD: "superuser-in-hex", SERVICES_PASSWORD: "services-in-hex" };
const database = "parley";

let cluster: CitusCluster | undefined;
beforeAll(async () => {
  cluster = await citusForTests();
}, 600_000);
afterAll(() => cluster?.[Symbol.asyncDispose]());

test("the job of the example joins servers that ask each other for passwords, and a login without superuser rights migrates and spreads", async ({
  skip,
}) => {
  if (cluster === undefined) return skip("There is no Citus.");
  const servers = [cluster.url, ...cluster.workers];
  const urlOf = (server: string) => Object.assign(new URL(server), { pathname: `/${database}` });
  for (const server of servers) await becomeLikeTheImage(server, urlOf(server).href);
  await writeFile(join(dirname(cluster.workerFolders[0] ?? ""), "access.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  const asSuperuser = (server: string) => Object.assign(urlOf(server), { password: passwords.PGPASSWORD }).href;
  for (const server of servers) {
    const { password } = new URL(server);
    await querySql(Object.assign(urlOf(server), { password }).href, "select pg_reload_conf()");
  }

  // The second run is the one after a change of the passwords or of the workers.
  for (let time = 1; time <= 2; time++) await runJob(servers.map((server) => new URL(server).host));

  const nodes = await querySql(asSuperuser(cluster.url), "select count(*)::int as active from pg_dist_node where isactive");
  expect(nodes).toEqual([{ active: 3 }]);
  const login = Object.assign(urlOf(cluster.url), { username: "parley", password: passwords.SERVICES_PASSWORD }).href;
  const environment = testEnvironment(login);
  for (const module of modules) {
    if (module.commands?.migrate !== undefined) await runCommandLine([module], ["migrate"], environment);
  }
  const spread = modules.filter(({ commands }) => commands?.distribute !== undefined);
  expect(spread.map(({ name }) => name).sort()).toEqual(["activity", "notifications"]);
  for (const module of spread) expect(await runCommandLine([module], ["distribute"], environment)).toContain("Spread by API key");
  // As a service does: in the role of its schema, with which Citus logs in to the workers.
  const asActivity = `${login}?options=${encodeURIComponent("-c role=parley_activity")}`;
  await querySql(
    asActivity,
    `insert into activity.annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
       select 'pk_' || n, 'acme', 'ada', 'welcome', 1, n from generate_series(1, 100) n`,
  );
  const written = await querySql(
    asSuperuser(cluster.url),
    `select count(distinct nodeport)::int as servers, sum(result::int)::int as rows from run_command_on_shards('activity.annotation_users', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) where result <> '0'`,
  );
  expect(written).toEqual([{ servers: 2, rows: 100 }]);
}, 300_000);

/** The image makes the database with the extension, and gives the superuser its password. */
async function becomeLikeTheImage(server: string, url: string): Promise<void> {
  await querySql(server, `create database ${database}`);
  await querySql(url, "create extension citus");
  await querySql(server, `alter role postgres password '${passwords.PGPASSWORD}'`);
}

/** Runs the script of the example's ConfigMap as its Job does, with other addresses. */
async function runJob([coordinator = "", ...workers]: readonly string[]): Promise<void> {
  const text = await readFile(join(workspaceRoot, "deploy/helm/examples/citus.yaml"), "utf8");
  const objects = parseAllDocuments(text).map((document) => document.toJS() as { kind: string; data?: Record<string, string> });
  const files = objects.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const folder = await mkdtemp(join(tmpdir(), "parley-citus-job-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const login = { PGUSER: "postgres", PGDATABASE: database, PGSSLMODE: "disable" };
    const addresses = { COORDINATOR: coordinator, WORKERS: workers.join(" ") };
    await run("sh", [join(folder, "setup.sh")], { env: { PATH: process.env.PATH, ...login, ...addresses, ...passwords } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
