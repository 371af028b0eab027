import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

interface Pgbouncer extends AsyncDisposable {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  readonly version: string;
}

const program = "pgbouncer";

/**
 * The pooler in front of a database, in transaction mode and otherwise with its default settings; undefined, with one loud line, where it
 * is not installed. Every login becomes the one of the URL, unless `logins` are given: then each of these is let in without a password and
 * keeps its name.
 */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  logins: readonly string[] = [],
): Promise<Pgbouncer | undefined> {
  const { stdout, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (error !== undefined) {
    console.error("\nPOOLER TESTS ARE SKIPPED: there is no pgbouncer here. Install it (apt-get install pgbouncer).\n");
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  await writeFile(users, logins.map((login) => `"${login}" ""\n`).join(""));
  const own = { listen_port: String(port), ...(logins.length > 0 && { auth_type: "trust", auth_file: users }) };
  await writeFile(file, configuration(new URL(databaseUrl), { ...own, ...settings }));
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(program, ["-q", ...user, file], { stdio: ["ignore", "ignore", "inherit"] });
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${port}`;
  await until(() => answers(through.href, child), 20_000);
  return {
    url: through.href,
    version: /\d+\.\d+/.exec(stdout)?.[0] ?? stdout,
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration({ hostname, port, username, password }: URL, settings: Readonly<Record<string, string>>): string {
  const lines = {
    listen_addr: "127.0.0.1",
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: "5",
    ...settings,
  };
  const login = settings.auth_type === undefined ? ` user=${username} password=${decodeURIComponent(password)}` : "";
  const server = `* = host=${hostname} port=${port}${login}`;
  return ["[databases]", server, "[pgbouncer]", ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`), ""].join("\n");
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
