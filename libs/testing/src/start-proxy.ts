import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

interface Proxy extends AsyncDisposable {
  readonly url: string;
}

interface Site {
  /** A folder of the proxy's own, to which its workers' user has access. */
  readonly folder: string;
  readonly port: number;
  /** The host and port of the server behind it. */
  readonly upstream: string;
}

interface Kind {
  readonly program: string;
  /** What makes it available. */
  readonly install: string;
  readonly parameters: (file: string, folder: string) => string[];
  /** Its shortest configuration that passes everything to the server. */
  readonly configuration: (site: Site) => string;
}

const kinds = {
  nginx: {
    program: "/usr/sbin/nginx",
    install: "apt-get install nginx",
    parameters: (file, folder) => ["-c", file, "-e", join(folder, "error.log"), "-g", "daemon off;"],
    // Its package's configuration, with its files in the folder and this site instead of the machine's.
    configuration: ({ folder, port, upstream }) => {
      const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${join(folder, of)};`).join(" ");
      return readFileSync("/etc/nginx/nginx.conf", "utf8")
        .replaceAll("/run/nginx.pid", join(folder, "nginx.pid"))
        .replaceAll("/var/log/nginx/", `${folder}/`)
        .replaceAll("/etc/nginx/conf.d/", join(folder, "none/"))
        .replace(
          /include \/etc\/nginx\/sites-enabled\/.*;/,
          `${own} server { listen 127.0.0.1:${port}; location / { proxy_pass http://${upstream}; } }`,
        );
    },
  },
  HAProxy: {
    program: "/usr/sbin/haproxy",
    install: "apt-get install haproxy",
    parameters: (file) => ["-db", "-f", file],
    configuration: ({ port, upstream }) => `defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
frontend all
  bind 127.0.0.1:${port}
  default_backend parley
backend parley
  server parley ${upstream}
`,
  },
  Caddy: {
    program: "/usr/bin/caddy",
    install: "apt-get install caddy",
    parameters: (file) => ["run", "--adapter", "caddyfile", "--config", file],
    configuration: ({ port, upstream }) => `{
  admin off
}
http://127.0.0.1:${port} {
  reverse_proxy ${upstream}
}
`,
  },
  Apache: {
    program: "/usr/sbin/apache2",
    install: "apt-get install apache2",
    parameters: (file) => ["-X", "-f", file],
    configuration: ({ folder, port, upstream }) => `ServerRoot ${folder}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${["mpm_event", "authz_core", "proxy", "proxy_http"].map((of) => `LoadModule ${of}_module /usr/lib/apache2/modules/mod_${of}.so`).join("\n")}
Listen 127.0.0.1:${port}
ProxyPass / http://${upstream}/
`,
  },
} as const satisfies Record<string, Kind>;

export type ProxyName = keyof typeof kinds;
export const proxyNames = Object.keys(kinds) as ProxyName[];

/** Starts a proxy in front of a server. Undefined, with one loud line, when it is not installed. */
export async function startProxy(name: ProxyName, upstream: string): Promise<Proxy | undefined> {
  const { program, install, parameters, configuration }: Kind = kinds[name];
  if (!existsSync(program)) {
    console.error(`\nTESTS BEHIND ${name} ARE SKIPPED: it is not here. Install it (${install}).\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-proxy-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "configuration");
  await writeFile(file, configuration({ folder, port, upstream: new URL(upstream).host }));
  const child = spawn(program, parameters(file, folder), {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(url, name, child), 20_000);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, name: ProxyName, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
  return fetch(`${url}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
}
