import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

interface Nginx extends AsyncDisposable {
  readonly url: string;
}

const program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].find(existsSync);
const itsConfiguration = "/etc/nginx/nginx.conf";

/**
 * Starts nginx in front of a server, with the configuration of its package and one site that contains only a `proxy_pass` and the given
 * directives. Undefined, with one loud line, when nginx is not installed.
 */
export async function startNginx(upstream: string, more = ""): Promise<Nginx | undefined> {
  if (program === undefined || !existsSync(itsConfiguration)) {
    console.error("\nTESTS BEHIND NGINX ARE SKIPPED: there is no nginx here. Install it (apt-get install nginx).\n");
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-nginx-"));
  // nginx's workers run as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  await mkdir(join(folder, "sites"));
  await writeFile(join(folder, "sites/parley"), siteOf(folder, port, upstream, more));
  await writeFile(join(folder, "nginx.conf"), elsewhere(await readFile(itsConfiguration, "utf8"), folder));
  const child = spawn(program, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log"), "-g", "daemon off;"], {
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() => answers(url, child), 20_000);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The configuration with its files in a folder, and with the sites there instead of the machine's. */
function elsewhere(configuration: string, folder: string): string {
  return configuration
    .replaceAll("/run/nginx.pid", join(folder, "nginx.pid"))
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replaceAll("/etc/nginx/sites-enabled/", join(folder, "sites/"))
    .replaceAll("/etc/nginx/conf.d/", join(folder, "none/"));
}

function siteOf(folder: string, port: number, upstream: string, more: string): string {
  // Folders that it can write to, whichever user starts it.
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${join(folder, of)};`);
  return [...own, `server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; ${more} } }`, ""].join("\n");
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
  return fetch(`${url}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
}
